/** The badge of a grade, with the text, the version and the date in it; and its JSON for badge services. */

import { escapeXml } from "../../report/junit-xml.ts";
import { countStatuses, type Grade, getScore } from "../grade.ts";

interface Badge {
  readonly label: string;
  readonly message: string;
  readonly color: string;
}

const GREEN = "#1a7f37";
const AMBER = "#9a6700";
const RED = "#cf222e";

function createBadge(grade: Grade): Badge {
  const counts = countStatuses(grade);
  const { passed, all } = getScore(grade);
  const color = counts.fail > 0 ? RED : counts.warning > 0 || counts.error > 0 ? AMBER : GREEN;
  const failed = counts.fail > 0 ? `, ${counts.fail} failed` : "";
  const date = grade.at.slice(0, 10);
  return {
    label: `A2A ${grade.text}`,
    message: `${passed}/${all} passed${failed} · ${grade.by.replace("/", " ")} · ${date}`,
    color,
  };
}

/** In the format of badge services, with nothing else in it. */
export function createBadgeJson(grade: Grade): object {
  return { schemaVersion: 1, ...createBadge(grade) };
}

const CHARACTER = 6.6;
const PAD = 8;
const HEIGHT = 20;

export function formatBadgeSvg(grade: Grade): string {
  const { label, message, color } = createBadge(grade);
  const [left, right] = [label, message].map(
    (text) => Math.ceil(text.length * CHARACTER) + 2 * PAD,
  );
  const [leftWidth = 0, rightWidth = 0] = [left, right];
  const width = leftWidth + rightWidth;
  const text = (x: number, words: string) =>
    `<text x="${x}" y="14" textLength="${Math.ceil(words.length * CHARACTER)}">${escapeXml(words)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" role="img" aria-label="${escapeXml(`${label}: ${message}`)}">`,
    `<title>${escapeXml(`${label}: ${message}`)}</title>`,
    `<rect width="${leftWidth}" height="${HEIGHT}" fill="#24292f"/>`,
    `<rect x="${leftWidth}" width="${rightWidth}" height="${HEIGHT}" fill="${color}"/>`,
    `<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${text(PAD, label)}${text(leftWidth + PAD, message)}</g>`,
    "</svg>\n",
  ].join("");
}
