/** A log of one exchange with as many rows as events, a message each. */

export function longLog(rows: number): string {
  const lines = [
    { r: "loupe", version: 1, id: "long", at: "2026-01-01T00:00:00.000Z", by: "bench" },
    { r: "open", x: "x1", t: 0, method: "POST", url: "http://agent.example/", headers: [] },
    { r: "head", x: "x1", t: 1, status: 200, headers: [["content-type", "text/event-stream"]] },
  ].map((record) => JSON.stringify(record));
  for (let i = 0; i < rows; i++) {
    const message = {
      messageId: `m${i}`,
      role: "ROLE_AGENT",
      parts: [{ text: `step ${i} of a long day` }],
    };
    const status = { state: "TASK_STATE_WORKING", message };
    const result = { statusUpdate: { taskId: "t1", contextId: "c1", status } };
    const text = `data: ${JSON.stringify({ jsonrpc: "2.0", id: "1", result })}\n\n`;
    lines.push(JSON.stringify({ r: "data", x: "x1", t: 2 + i * 3, text, n: text.length }));
  }
  lines.push(JSON.stringify({ r: "end", x: "x1", t: rows * 3 + 3, cause: "complete" }));
  return `${lines.join("\n")}\n`;
}
