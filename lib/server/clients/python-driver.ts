/**
 * Driver for Python's `a2a-sdk`, as a program that is handed to `python3`. It has the API of 0.3, whose
 * objects are Pydantic models, and that of 1.0, whose objects are protobuf messages.
 */

export const PYTHON_DRIVER = `
import asyncio, json, sys

def show(value):
    if isinstance(value, tuple):
        # 0.3 gives the task with its update, 1.0 the event with the task.
        first, second = value
        value = first if hasattr(first, "DESCRIPTOR") else second or first
    if hasattr(value, "DESCRIPTOR"):
        from google.protobuf.json_format import MessageToDict
        return MessageToDict(value)
    return value.model_dump(mode="json", by_alias=True, exclude_none=True)

def emit(line):
    print(json.dumps(line), flush=True)

async def run(job):
    import httpx
    from a2a.client import A2ACardResolver, ClientConfig, ClientFactory
    from a2a import types
    is_model = hasattr(types.Message, "model_validate")
    def parse(name, value):
        kind = getattr(types, name)
        if is_model:
            return kind.model_validate(value)
        from google.protobuf.json_format import ParseDict
        return ParseDict(value, kind(), ignore_unknown_fields=True)
    base = "/".join(job["cardUrl"].split("/")[:3])
    params = job["request"].get("params", job["request"])
    async with httpx.AsyncClient(timeout=None) as http:
        card = await A2ACardResolver(http, base).get_agent_card()
        bindings = ["JSONRPC", "HTTP+JSON"]
        streaming = job["operation"] in ("stream", "subscribe")
        if is_model:
            config = ClientConfig(httpx_client=http, streaming=streaming, supported_transports=bindings)
        else:
            config = ClientConfig(httpx_client=http, streaming=streaming, supported_protocol_bindings=bindings)
        client = ClientFactory(config).create(card)
        task = {"id": job["taskId"]}
        if job["operation"] in ("send", "stream"):
            async for event in client.send_message(parse("Message", params["message"])):
                emit({"event": show(event)})
        elif job["operation"] == "get":
            emit({"event": show(await client.get_task(parse("TaskQueryParams" if is_model else "GetTaskRequest", task)))})
        elif job["operation"] == "cancel":
            emit({"event": show(await client.cancel_task(parse("TaskIdParams" if is_model else "CancelTaskRequest", task)))})
        else:
            start = client.resubscribe if is_model else client.subscribe
            async for event in start(parse("TaskIdParams" if is_model else "SubscribeToTaskRequest", task)):
                emit({"event": show(event)})

job = json.loads(sys.stdin.readline())
try:
    asyncio.run(run(job))
except Exception as error:
    emit({"error": {"name": type(error).__name__, "message": str(error)}})
emit({"done": True})
`;
