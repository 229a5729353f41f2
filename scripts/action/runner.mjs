// What the steps of the action need of their runner: inputs, outputs and messages.
import { randomUUID } from "node:crypto";
import { appendFileSync } from "node:fs";

/** An error of the user's making; its message is the annotation of the job. */
export class ActionError extends Error {}

/** An input as the action passes it, without the space around it. */
export const readInput = (name) => (process.env[`INPUT_${name}`] ?? "").trim();

/** The lines of an input that are not empty. */
export const readLines = (name) =>
  readInput(name)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");

export function readFlag(name, input) {
  const text = readInput(name);
  if (text === "true" || text === "false") return text === "true";
  throw new ActionError(`The input ${input} must be true or false, not "${text}".`);
}

/** A delimiter that nobody can guess keeps a value from writing other outputs. */
export function setOutput(name, value) {
  const end = randomUUID();
  appendFileSync(process.env.GITHUB_OUTPUT, `${name}<<${end}\n${value}\n${end}\n`);
}

export function reportError(message) {
  const text = message.replace(/[%\r\n]/g, (character) => encodeURIComponent(character));
  console.log(`::error title=Loupe::${text}`);
}

/** While a program prints what agents have sent, its lines are no commands to the runner. */
export async function withoutCommands(work) {
  const token = randomUUID();
  console.log(`::stop-commands::${token}`);
  try {
    return await work();
  } finally {
    console.log(`::${token}::`);
  }
}

/** Runs a step to its end: an ActionError is reported in one line. */
export async function runStep(step) {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  try {
    if (major < 20 || (major === 20 && minor < 9)) {
      throw new ActionError(
        `Loupe needs Node.js 20.9 or newer, not ${process.versions.node}. Use actions/setup-node before it.`,
      );
    }
    process.exitCode = await step();
  } catch (error) {
    if (!(error instanceof ActionError)) throw error;
    reportError(error.message);
    process.exitCode = 2;
  }
}
