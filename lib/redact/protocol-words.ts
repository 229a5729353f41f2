/**
 * Words of the formats and protocols. Replacing them would hide nothing and make the log
 * unreadable, so they are replaced only where they were found as secrets.
 */

/** In no word. */
const SEPARATOR = "\0";

const PROTOCOL_WORDS = `
loupe open redirect head data end note resume version masked method headers statusText httpVersion
remote address port timing decoded trailers wireBytes framing inbound refused complete reset timeout
aborted unknown limit
GET POST PUT DELETE PATCH HEAD OPTIONS http:// https:// HTTP/1.1 localhost
accept authorization connection keep-alive content-type content-length content-encoding
transfer-encoding chunked cache-control no-cache user-agent accept-encoding set-cookie cookie
www-authenticate application/json text/event-stream application/grpc charset=utf-8 grpc-status
grpc-message grpc-status-details-bin A2A-Version X-A2A-Extensions x-a2a-notification-token
Basic Bearer Digest event: data: retry: event
jsonrpc 2.0 result error code message params method
message/send message/stream tasks/get tasks/list tasks/cancel tasks/resubscribe tasks/send
tasks/sendSubscribe tasks/pushNotification/set tasks/pushNotification/get
tasks/pushNotificationConfig/set tasks/pushNotificationConfig/get tasks/pushNotificationConfig/list
tasks/pushNotificationConfig/delete agent/getAuthenticatedExtendedCard
SendMessage SendStreamingMessage GetTask ListTasks CancelTask SubscribeToTask
CreateTaskPushNotificationConfig GetTaskPushNotificationConfig ListTaskPushNotificationConfigs
DeleteTaskPushNotificationConfig GetExtendedAgentCard .well-known/agent-card.json
task status-update artifact-update statusUpdate artifactUpdate status_update artifact_update kind
state final append lastChunk last_chunk contextId context_id taskId task_id messageId message_id
sessionId artifactId artifact_id artifacts artifact history metadata parts text file uri bytes raw
mimeType mediaType media_type filename name description role user agent ROLE_USER ROLE_AGENT
referenceTaskIds reference_task_ids extensions timestamp configuration acceptedOutputModes
historyLength blocking returnImmediately pushNotificationConfig pushNotification token
authentication schemes scheme credentials url capabilities streaming skills securitySchemes
security defaultInputModes defaultOutputModes supportedInterfaces protocolVersion protocolBinding
preferredTransport additionalInterfaces provider organization
submitted working input-required auth-required completed failed canceled rejected
TASK_STATE_SUBMITTED TASK_STATE_WORKING TASK_STATE_INPUT_REQUIRED TASK_STATE_AUTH_REQUIRED
TASK_STATE_COMPLETED TASK_STATE_FAILED TASK_STATE_CANCELED TASK_STATE_REJECTED
TASK_STATE_UNSPECIFIED true false null
`
  .trim()
  .replace(/\s+/g, SEPARATOR);

/** Whether the text is a protocol word or part of one. */
export function isProtocolWord(text: string): boolean {
  return PROTOCOL_WORDS.includes(text) && !text.includes(SEPARATOR);
}
