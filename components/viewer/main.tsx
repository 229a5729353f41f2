"use client";
// Entry point of the script in an exported HTML file.
import { createRoot } from "react-dom/client";
import { readPageContents } from "./page-contents.ts";
import { Viewer } from "./viewer.tsx";

async function main(): Promise<void> {
  const root = document.getElementById("loupe");
  if (!root) return;
  try {
    const { facts, log } = await readPageContents(document);
    createRoot(root).render(<Viewer facts={facts} log={log} />);
  } catch (error) {
    root.textContent = `This file is damaged: ${error instanceof Error ? error.message : error}`;
  }
}

void main();
