/**
 * Driver for Python's `a2a-sdk`, as a program that is handed to `python3`. It knows the API of 0.3, whose
 * objects are Pydantic models, and that of 1.x, whose objects are protobuf messages.
 */

export const PYTHON_DRIVER = `
import asyncio, json, sys

def show(value):
    if isinstance(value, tuple):
        # 0.3 gives the task so far, with its update if there was one.
        task, update = value
        value = update or task
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json", by_alias=True, exclude_none=True)
    from google.protobuf.json_format import MessageToDict
    return MessageToDict(value)

def emit(line):
    print(json.dumps(line), flush=True)

async def run(job):
    import httpx
    from a2a import types
    from a2a.client import A2ACardResolver, ClientConfig, ClientFactory
    is_03 = hasattr(types.Message, "model_validate")
    def parse(name, value):
        kind = getattr(types, name)
        if is_03:
            return kind.model_validate(value)
        from google.protobuf.json_format import ParseDict
        return ParseDict(value, kind(), ignore_unknown_fields=True)
    operation, params = job["operation"], job["request"]["params"]
    base = "/".join(job["cardUrl"].split("/")[:3])
    async with httpx.AsyncClient(timeout=None) as http:
        card = await A2ACardResolver(http, base).get_agent_card()
        bindings = {"supported_transports" if is_03 else "supported_protocol_bindings": ["JSONRPC", "HTTP+JSON"]}
        streaming = operation in ("stream", "subscribe")
        client = ClientFactory(ClientConfig(httpx_client=http, streaming=streaming, **bindings)).create(card)
        if operation == "get":
            emit({"event": show(await client.get_task(parse("TaskQueryParams" if is_03 else "GetTaskRequest", params)))})
            return
        if operation == "cancel":
            emit({"event": show(await client.cancel_task(parse("TaskIdParams" if is_03 else "CancelTaskRequest", params)))})
            return
        if operation == "subscribe" and is_03:
            events = client.resubscribe(parse("TaskIdParams", params))
        elif operation == "subscribe":
            events = client.subscribe(parse("SubscribeToTaskRequest", params))
        elif is_03:
            events = client.send_message(parse("Message", params["message"]))
        else:
            events = client.send_message(parse("SendMessageRequest", params))
        async for event in events:
            emit({"event": show(event)})

job = json.loads(sys.stdin.readline())
try:
    asyncio.run(run(job))
except Exception as error:
    emit({"error": {"name": type(error).__name__, "message": str(error)}})
emit({"done": True})
`;
