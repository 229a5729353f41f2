/** Messages of the package `a2a.v1` (A2A 0.3). Three members have other names in JSON. */

import { parseSchema } from "./schema.ts";
import { WELL_KNOWN_TYPES } from "./well-known-types.ts";

export const MESSAGES_0_3 = parseSchema(
  `${WELL_KNOWN_TYPES}
  SendMessageRequest: message 1 Message, configuration 2 SendMessageConfiguration, metadata 3 Struct
  SendMessageConfiguration: acceptedOutputModes 1*, pushNotification 2 PushNotificationConfig, historyLength 3 int32, blocking 4 bool
  SendMessageResponse: task 1 Task, message 2 Message
  StreamResponse: task 1 Task, message 2 Message, statusUpdate 3 TaskStatusUpdateEvent, artifactUpdate 4 TaskArtifactUpdateEvent
  Task: id 1, contextId 2, status 3 TaskStatus, artifacts 4 Artifact*, history 5 Message*, metadata 6 Struct
  TaskStatus: state 1 TaskState, message 2 Message, timestamp 3 Timestamp
  Message: messageId 1, contextId 2, taskId 3, role 4 Role, content 5 Part*, metadata 6 Struct, extensions 7*
  Part: text 1, file 2 FilePart, data 3 DataPart, metadata 4 Struct
  FilePart: fileWithUri 1, fileWithBytes 2 bytes, mimeType 3, name 4
  DataPart: data 1 Struct
  Artifact: artifactId 1, name 3, description 4, parts 5 Part*, metadata 6 Struct, extensions 7*
  TaskStatusUpdateEvent: taskId 1, contextId 2, status 3 TaskStatus, final 4 bool, metadata 5 Struct
  TaskArtifactUpdateEvent: taskId 1, contextId 2, artifact 3 Artifact, append 4 bool, lastChunk 5 bool, metadata 6 Struct
  GetTaskRequest: name 1, historyLength 2 int32
  CancelTaskRequest: name 1
  TaskSubscriptionRequest: name 1
  PushNotificationConfig: id 1, url 2, token 3, authentication 4 AuthenticationInfo
  AuthenticationInfo: schemes 1*, credentials 2
  TaskPushNotificationConfig: name 1, pushNotificationConfig 2 PushNotificationConfig
  CreateTaskPushNotificationConfigRequest: parent 1, configId 2, config 3 TaskPushNotificationConfig
  GetTaskPushNotificationConfigRequest: name 1
  DeleteTaskPushNotificationConfigRequest: name 1
  ListTaskPushNotificationConfigRequest: parent 1, pageSize 2 int32, pageToken 3
  ListTaskPushNotificationConfigResponse: configs 1 TaskPushNotificationConfig*, nextPageToken 2
  AgentCard: name 1, description 2, url 3, provider 4 AgentProvider, version 5, documentationUrl 6, capabilities 7 AgentCapabilities, securitySchemes 8 SecurityScheme{}, security 9 Security*, defaultInputModes 10*, defaultOutputModes 11*, skills 12 AgentSkill*, supportsAuthenticatedExtendedCard 13 bool, preferredTransport 14, additionalInterfaces 15 AgentInterface*, protocolVersion 16, signatures 17 AgentCardSignature*, iconUrl 18
  AgentInterface: url 1, transport 2
  AgentProvider: url 1, organization 2
  AgentCapabilities: streaming 1 bool, pushNotifications 2 bool, extensions 3 AgentExtension*
  AgentExtension: uri 1, description 2, required 3 bool, params 4 Struct
  AgentSkill: id 1, name 2, description 3, tags 4*, examples 5*, inputModes 6*, outputModes 7*, security 8 Security*
  AgentCardSignature: protected 1, signature 2, header 3 Struct
  Security: schemes 1 StringList{}
  StringList: list 1*
  SecurityScheme: apiKeySecurityScheme 1 APIKeySecurityScheme, httpAuthSecurityScheme 2 HTTPAuthSecurityScheme, oauth2SecurityScheme 3 OAuth2SecurityScheme, openIdConnectSecurityScheme 4 OpenIdConnectSecurityScheme, mtlsSecurityScheme 5 MutualTlsSecurityScheme
  APIKeySecurityScheme: description 1, location 2, name 3
  HTTPAuthSecurityScheme: description 1, scheme 2, bearerFormat 3
  OAuth2SecurityScheme: description 1, flows 2 OAuthFlows, oauth2MetadataUrl 3
  OpenIdConnectSecurityScheme: description 1, openIdConnectUrl 2
  MutualTlsSecurityScheme: description 1
  OAuthFlows: authorizationCode 1 AuthorizationCodeOAuthFlow, clientCredentials 2 ClientCredentialsOAuthFlow, implicit 3 ImplicitOAuthFlow, password 4 PasswordOAuthFlow
  AuthorizationCodeOAuthFlow: authorizationUrl 1, tokenUrl 2, refreshUrl 3, scopes 4{}
  ClientCredentialsOAuthFlow: tokenUrl 1, refreshUrl 2, scopes 3{}
  ImplicitOAuthFlow: authorizationUrl 1, refreshUrl 2, scopes 3{}
  PasswordOAuthFlow: tokenUrl 1, refreshUrl 2, scopes 3{}`,
  {
    TaskState: [
      "TASK_STATE_UNSPECIFIED",
      "TASK_STATE_SUBMITTED",
      "TASK_STATE_WORKING",
      "TASK_STATE_COMPLETED",
      "TASK_STATE_FAILED",
      "TASK_STATE_CANCELLED",
      "TASK_STATE_INPUT_REQUIRED",
      "TASK_STATE_REJECTED",
      "TASK_STATE_AUTH_REQUIRED",
    ],
    Role: ["ROLE_UNSPECIFIED", "ROLE_USER", "ROLE_AGENT"],
  },
);
