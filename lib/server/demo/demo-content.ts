/**
 * Texts that the demo agent sends.
 */

export const PLAN_STEPS = [
  "Understand the question",
  "Look up the weather",
  "Write the answer",
] as const;

/** The plan as a checklist with `done` finished steps. */
export function formatPlan(done: number): string {
  const mark = (step: number) => (step < done ? "✅" : step === done ? "🔄" : "⏳");
  const lines = PLAN_STEPS.map((title, step) => `- ${mark(step)} ${title}\n`);
  return `📋 Execution Plan\n${lines.join("")}`;
}

export const DEMO_ANSWER = `## Weather for your trip

Here is what the **forecast** says for the next three days. It is made up, like
everything this agent says, but it arrives *token by token* as a real answer would.

| Day | Morning | Evening | Rain |
|---|---|---|---:|
| Friday | 12 °C | 17 °C | 10 % |
| Saturday | 13 °C | 21 °C | 0 % |
| Sunday | 11 °C | 15 °C | 60 % |

### What to take

1. A light jacket for the mornings
2. Sun glasses on Saturday ☀️
3. An umbrella on Sunday — \`60 %\` is not a promise, but it is close

\`\`\`ts
const days = forecast.filter((day) => day.rain < 0.2);
console.log(days.map((day) => day.name).join(", ")); // Friday, Saturday
\`\`\`

> Ask me to *fail*, to *ask* you something, to be *slow* or to *cut* the line.
`;

export const SLOW_ANSWER = Array.from(
  { length: 300 },
  (_, i) => `${i % 12 === 0 ? `\n\n**Minute ${i / 12 + 1}.** ` : ""}Still thinking, word ${i + 1};`,
).join(" ");
