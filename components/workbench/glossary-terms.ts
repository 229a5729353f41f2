/** The words of the trade, one sentence each: the table behind the Glossary dialog. */

export interface GlossaryTerm {
  readonly term: string;
  /** One sentence. */
  readonly meaning: string;
}

export interface GlossaryGroup {
  readonly title: string;
  readonly terms: readonly GlossaryTerm[];
}

export const GLOSSARY: readonly GlossaryGroup[] = [
  {
    title: "On the wire",
    terms: [
      {
        term: "Exchange",
        meaning: "One request to an agent and its response, however long the response streams.",
      },
      {
        term: "Frame",
        meaning:
          "One unit of a response body: an SSE event, a JSON document or line, or a gRPC message.",
      },
      {
        term: "Event",
        meaning:
          "One A2A object in a frame: a task, a message, a status or artifact update, or an error.",
      },
      {
        term: "Chunk",
        meaning: "The piece of an artifact's text that one event brought.",
      },
      {
        term: "Binding",
        meaning: "How A2A calls travel: JSON-RPC, HTTP+JSON or gRPC.",
      },
      {
        term: "Interface",
        meaning: "One URL, binding and version under which a card offers the agent.",
      },
      {
        term: "Operation",
        meaning: "What a client can ask of an agent: send, get, list, cancel, subscribe and more.",
      },
    ],
  },
  {
    title: "A2A",
    terms: [
      {
        term: "Agent card",
        meaning: "The JSON document in which an agent describes itself, its skills and interfaces.",
      },
      {
        term: "Skill",
        meaning: "One thing that an agent says it can do, often with example messages.",
      },
      {
        term: "Context",
        meaning: "The conversation that tasks and messages belong to, by its contextId.",
      },
      {
        term: "Task",
        meaning: "A piece of work with a state, which the agent updates until it ends.",
      },
      {
        term: "Message",
        meaning: "What the client or the agent says, in one or more parts.",
      },
      {
        term: "Artifact",
        meaning: "A result of a task, such as a text or a file, often streamed in chunks.",
      },
      {
        term: "Append",
        meaning: "The flag of an artifact update that adds to the text instead of replacing it.",
      },
      {
        term: "Extension",
        meaning: "An addition to the protocol, named by a URI in the card.",
      },
    ],
  },
  {
    title: "In the timeline",
    terms: [
      {
        term: "Run",
        meaning: "What is open: all exchanges of one log, live or saved.",
      },
      {
        term: "Row",
        meaning: "One line of the timeline: a message, state, artifact, tool call, error or more.",
      },
      {
        term: "Turn",
        meaning: "One message to the agent and everything that came of it.",
      },
      {
        term: "Playhead",
        meaning: "The event up to which the run is shown; what comes later is gray.",
      },
      {
        term: "Revision",
        meaning: "One version of an artifact whose text was replaced.",
      },
      {
        term: "Snapshot",
        meaning: "A whole task as the agent sent it at one moment.",
      },
      {
        term: "Stored task",
        meaning: "The task as the agent returns it when asked, compared with what it streamed.",
      },
      {
        term: "Dialect",
        meaning:
          "How one agent framework expresses plans, tool calls and thoughts, which A2A does not define.",
      },
    ],
  },
  {
    title: "What Loupe says",
    terms: [
      {
        term: "Verdict",
        meaning: "How a run or an exchange ended, who ended it, and why.",
      },
      {
        term: "Evidence",
        meaning: "The events and bytes that show a verdict or a problem.",
      },
      {
        term: "Rule",
        meaning: "A requirement of the specification, or of real clients, that Loupe checks.",
      },
      {
        term: "Problem",
        meaning: "A rule that the run violates, with every place where it does.",
      },
      {
        term: "Muted",
        meaning: "Hidden on request; the run itself does not change.",
      },
    ],
  },
  {
    title: "Logs",
    terms: [
      {
        term: "Log",
        meaning: "Recorded traffic in any format that Loupe opens.",
      },
      {
        term: "Recording",
        meaning: "A log in Loupe's library, with secrets masked.",
      },
      {
        term: "Unsaved log",
        meaning: "A log from a file that only this browser keeps until it is saved or discarded.",
      },
      {
        term: "Resend",
        meaning: "To send the requests of a run again and compare what comes back.",
      },
      {
        term: "Serve",
        meaning: "To answer clients from a log, in place of its agent.",
      },
    ],
  },
];
