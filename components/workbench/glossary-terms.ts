/** The words of the trade, one sentence each: the table behind the Glossary dialog. */

interface GlossaryGroup {
  readonly title: string;
  /** Each term with its meaning, in one sentence. */
  readonly terms: Readonly<Record<string, string>>;
}

export const GLOSSARY: readonly GlossaryGroup[] = [
  {
    title: "On the wire",
    terms: {
      Exchange: "One request to an agent and its response, however long the response streams.",
      Frame:
        "One unit of a response body: an SSE event, a JSON document or line, or a gRPC message.",
      Event:
        "One A2A object in a frame: a task, a message, a status or artifact update, or an error.",
      Chunk: "The piece of an artifact's text that one event brought.",
      Binding: "How A2A calls travel: JSON-RPC, HTTP+JSON or gRPC.",
    },
  },
  {
    title: "A2A",
    terms: {
      "Agent card":
        "The JSON document in which an agent describes itself, its skills and interfaces.",
      Context: "The conversation that tasks and messages belong to, by its contextId.",
      Task: "A piece of work with a state, which the agent updates until it ends.",
      Artifact: "A result of a task, such as a text or a file, often streamed in chunks.",
      Append: "The flag of an artifact update that adds to the text instead of replacing it.",
    },
  },
  {
    title: "In the timeline",
    terms: {
      Run: "What is open: all exchanges of one log, live or saved.",
      Row: "One line of the timeline: a message, state, artifact, tool call, error or more.",
      Turn: "One message to the agent and everything that came of it.",
      Playhead: "The event up to which the run is shown; what comes later is gray.",
      Revision: "One version of an artifact whose text was replaced.",
      "Stored task": "The task as the agent returns it when asked, compared with what it streamed.",
      Dialect:
        "How one agent framework expresses plans, tool calls and thoughts, which A2A does not define.",
    },
  },
  {
    title: "What Loupe says",
    terms: {
      Verdict: "How a run or an exchange ended, who ended it, and why.",
      Evidence: "The events and bytes that show a verdict or a problem.",
      Rule: "A requirement of the specification, or of real clients, that Loupe checks.",
      Problem: "A rule that the run violates, with every place where it does.",
    },
  },
  {
    title: "Logs",
    terms: {
      Recording: "A log in Loupe's library, with secrets masked.",
      "Unsaved log":
        "A log from a file that only this browser keeps until it is saved or discarded.",
      Resend: "To send the requests of a run again and compare what comes back.",
      Serve: "To answer clients from a log, in place of its agent.",
    },
  },
];
