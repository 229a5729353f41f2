// Parser of the Dockerfile and of .dockerignore, as far as the image uses them. What it does not
// know is an error, so that nothing in the Dockerfile is silently left untested.

import { createGlobPattern } from "../glob.mjs";

const STEPS = new Set(["WORKDIR", "COPY", "RUN", "ENV", "USER"]);
const FACTS = new Set(["LABEL", "VOLUME", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT", "CMD"]);

/**
 * Parses a Dockerfile into its stages: { base, name, steps, facts }. Steps change the file system or
 * the environment and are in order: { keyword, flags, value }. Facts describe the finished image.
 */
export function parseDockerfile(text) {
  const stages = [];
  for (const { keyword, flags, value } of readInstructions(text)) {
    const stage = stages.at(-1);
    if (keyword === "FROM") stages.push(parseFrom(value));
    else if (stage === undefined) throw new Error(`${keyword} before the first FROM`);
    else if (STEPS.has(keyword)) stage.steps.push({ keyword, flags, value });
    else if (FACTS.has(keyword)) stage.facts.push({ keyword, flags, value });
    else throw new Error(`unknown instruction ${keyword}`);
  }
  return stages;
}

function* readInstructions(text) {
  const lines = text.split("\n").filter((line) => !/^\s*(#|$)/.test(line));
  let whole = "";
  for (const line of lines) {
    whole += line.replace(/\\\s*$/, " ");
    if (/\\\s*$/.test(line)) continue;
    if (whole.includes("<<")) throw new Error(`here-documents are not supported: ${whole}`);
    const [, keyword = "", rest = ""] = /^\s*(\w+)\s+(.*?)\s*$/s.exec(whole) ?? [];
    const [, flagText = "", value = ""] = /^((?:--\S+\s+)*)(.*)$/s.exec(rest) ?? [];
    const flags = Object.fromEntries(
      flagText.split(/\s+/).flatMap((flag) => {
        const [, name, content] = /^--([\w-]+)=(.*)$/.exec(flag) ?? [];
        return name === undefined ? [] : [[name, content]];
      }),
    );
    yield { keyword: keyword.toUpperCase(), flags, value };
    whole = "";
  }
}

function parseFrom(value) {
  const [base = "", as, name = null] = value.split(/\s+/);
  if (as !== undefined && as.toUpperCase() !== "AS") throw new Error(`unreadable FROM ${value}`);
  return { base, name, steps: [], facts: [] };
}

/** Parses `A=1 B="two words"`. */
export function parsePairs(value) {
  const pairs = [...value.matchAll(/([\w.]+)=(?:"([^"]*)"|(\S*))/g)];
  return Object.fromEntries(pairs.map(([, name, quoted, plain]) => [name, quoted ?? plain]));
}

/** The words of an instruction in its JSON form, the only one that needs no shell. */
export function parseWords(value) {
  const words = JSON.parse(value);
  if (Array.isArray(words) && words.every((word) => typeof word === "string")) return words;
  throw new Error(`not a list of words: ${value}`);
}

/** What the image says of itself, from its last stage. */
export function readImageConfig(stages) {
  const { steps, facts } = stages.at(-1);
  const findLast = (list, wanted) => list.findLast(({ keyword }) => keyword === wanted);
  const health = findLast(facts, "HEALTHCHECK");
  return {
    env: Object.assign(
      {},
      ...steps.filter(({ keyword }) => keyword === "ENV").map(({ value }) => parsePairs(value)),
    ),
    user: findLast(steps, "USER")?.value ?? "0:0",
    folder: findLast(steps, "WORKDIR")?.value ?? "/",
    volumes: facts.filter(({ keyword }) => keyword === "VOLUME").map(({ value }) => value),
    ports: facts.filter(({ keyword }) => keyword === "EXPOSE").map(({ value }) => Number(value)),
    entrypoint: parseWords(findLast(facts, "ENTRYPOINT")?.value ?? "[]"),
    health: parseWords(health?.value.replace(/^CMD\s+/, "") ?? "[]"),
    healthFlags: health?.flags ?? {},
    labels: parsePairs(findLast(facts, "LABEL")?.value ?? ""),
  };
}

/** Returns a function that says whether .dockerignore keeps a path out; the last pattern that matches decides. */
export function parseDockerignore(text) {
  const rules = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const isKept = line.startsWith("!");
      return { isKept, pattern: createGlobPattern(isKept ? line.slice(1) : line) };
    });
  return (path) => {
    const parts = path.split("/");
    const prefixes = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
    const rule = rules.findLast(({ pattern }) => prefixes.some((prefix) => pattern.test(prefix)));
    return rule !== undefined && !rule.isKept;
  };
}
