/** What a model writes: prose, a list, a table and code, as Markdown; `{n}` is the number of the part. */
export const ANSWER = `## Part {n}

The **forecast** for the next days is in the table below. It was made from *three* sources, of which
two agree, and the third is older than [the others](https://example.com/weather).

| Day | Morning | Evening |
|---|---|---:|
| Friday | 12 °C | 17 °C |
| Saturday | 13 °C | 21 °C |

- A light jacket for the mornings, and \`sun glasses\` for Saturday
- An umbrella on Sunday, because it will rain

\`\`\`ts
const days = forecast.filter((day) => day.rain < 0.2);
console.log(days.map((day) => day.name).join(", "));
\`\`\`

`;
