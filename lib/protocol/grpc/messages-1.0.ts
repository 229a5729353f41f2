/** Messages of the package `lf.a2a.v1` (A2A 1.0). */

import { parseSchema } from "./schema.ts";
import { WELL_KNOWN_TYPES } from "./well-known-types.ts";

export const MESSAGES_1_0 = parseSchema(
  `${WELL_KNOWN_TYPES}
  SendMessageRequest: tenant 1, message 2 Message, configuration 3 SendMessageConfiguration, metadata 4 Struct
  SendMessageConfiguration: acceptedOutputModes 1*, taskPushNotificationConfig 2 TaskPushNotificationConfig, historyLength 3 int32, returnImmediately 4 bool
  SendMessageResponse: task 1 Task, message 2 Message
  StreamResponse: task 1 Task, message 2 Message, statusUpdate 3 TaskStatusUpdateEvent, artifactUpdate 4 TaskArtifactUpdateEvent
  Task: id 1, contextId 2, status 3 TaskStatus, artifacts 4 Artifact*, history 5 Message*, metadata 6 Struct
  TaskStatus: state 1 TaskState, message 2 Message, timestamp 3 Timestamp
  Message: messageId 1, contextId 2, taskId 3, role 4 Role, parts 5 Part*, metadata 6 Struct, extensions 7*, referenceTaskIds 8*
  Part: text 1, raw 2 bytes, url 3, data 4 Value, metadata 5 Struct, filename 6, mediaType 7
  Artifact: artifactId 1, name 2, description 3, parts 4 Part*, metadata 5 Struct, extensions 6*
  TaskStatusUpdateEvent: taskId 1, contextId 2, status 3 TaskStatus, metadata 4 Struct
  TaskArtifactUpdateEvent: taskId 1, contextId 2, artifact 3 Artifact, append 4 bool, lastChunk 5 bool, metadata 6 Struct
  GetTaskRequest: tenant 1, id 2, historyLength 3 int32
  ListTasksRequest: tenant 1, contextId 2, status 3 TaskState, pageSize 4 int32, pageToken 5, historyLength 6 int32, statusTimestampAfter 7 Timestamp, includeArtifacts 8 bool
  ListTasksResponse: tasks 1 Task*, nextPageToken 2, pageSize 3 int32, totalSize 4 int32
  CancelTaskRequest: tenant 1, id 2, metadata 3 Struct
  SubscribeToTaskRequest: tenant 1, id 2
  TaskPushNotificationConfig: tenant 1, id 2, taskId 3, url 4, token 5, authentication 6 AuthenticationInfo
  AuthenticationInfo: scheme 1, credentials 2
  GetTaskPushNotificationConfigRequest: tenant 1, taskId 2, id 3
  DeleteTaskPushNotificationConfigRequest: tenant 1, taskId 2, id 3
  ListTaskPushNotificationConfigsRequest: taskId 1, pageSize 2 int32, pageToken 3, tenant 4
  ListTaskPushNotificationConfigsResponse: configs 1 TaskPushNotificationConfig*, nextPageToken 2
  GetExtendedAgentCardRequest: tenant 1
  AgentCard: name 1, description 2, supportedInterfaces 3 AgentInterface*, provider 4 AgentProvider, version 5, documentationUrl 6, capabilities 7 AgentCapabilities, securitySchemes 8 SecurityScheme{}, securityRequirements 9 SecurityRequirement*, defaultInputModes 10*, defaultOutputModes 11*, skills 12 AgentSkill*, signatures 13 AgentCardSignature*, iconUrl 14
  AgentInterface: url 1, protocolBinding 2, tenant 3, protocolVersion 4
  AgentProvider: url 1, organization 2
  AgentCapabilities: streaming 1 bool, pushNotifications 2 bool, extensions 3 AgentExtension*, extendedAgentCard 4 bool
  AgentExtension: uri 1, description 2, required 3 bool, params 4 Struct
  AgentSkill: id 1, name 2, description 3, tags 4*, examples 5*, inputModes 6*, outputModes 7*, securityRequirements 8 SecurityRequirement*
  AgentCardSignature: protected 1, signature 2, header 3 Struct
  SecurityRequirement: schemes 1 StringList{}
  StringList: list 1*
  SecurityScheme: apiKeySecurityScheme 1 APIKeySecurityScheme, httpAuthSecurityScheme 2 HTTPAuthSecurityScheme, oauth2SecurityScheme 3 OAuth2SecurityScheme, openIdConnectSecurityScheme 4 OpenIdConnectSecurityScheme, mtlsSecurityScheme 5 MutualTlsSecurityScheme
  APIKeySecurityScheme: description 1, location 2, name 3
  HTTPAuthSecurityScheme: description 1, scheme 2, bearerFormat 3
  OAuth2SecurityScheme: description 1, flows 2 OAuthFlows, oauth2MetadataUrl 3
  OpenIdConnectSecurityScheme: description 1, openIdConnectUrl 2
  MutualTlsSecurityScheme: description 1
  OAuthFlows: authorizationCode 1 AuthorizationCodeOAuthFlow, clientCredentials 2 ClientCredentialsOAuthFlow, implicit 3 ImplicitOAuthFlow, password 4 PasswordOAuthFlow, deviceCode 5 DeviceCodeOAuthFlow
  AuthorizationCodeOAuthFlow: authorizationUrl 1, tokenUrl 2, refreshUrl 3, scopes 4{}, pkceRequired 5 bool
  ClientCredentialsOAuthFlow: tokenUrl 1, refreshUrl 2, scopes 3{}
  ImplicitOAuthFlow: authorizationUrl 1, refreshUrl 2, scopes 3{}
  PasswordOAuthFlow: tokenUrl 1, refreshUrl 2, scopes 3{}
  DeviceCodeOAuthFlow: deviceAuthorizationUrl 1, tokenUrl 2, refreshUrl 3, scopes 4{}`,
  {
    TaskState: [
      "TASK_STATE_UNSPECIFIED",
      "TASK_STATE_SUBMITTED",
      "TASK_STATE_WORKING",
      "TASK_STATE_COMPLETED",
      "TASK_STATE_FAILED",
      "TASK_STATE_CANCELED",
      "TASK_STATE_INPUT_REQUIRED",
      "TASK_STATE_REJECTED",
      "TASK_STATE_AUTH_REQUIRED",
    ],
    Role: ["ROLE_UNSPECIFIED", "ROLE_USER", "ROLE_AGENT"],
  },
);
