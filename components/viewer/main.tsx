"use client";
// Where the script of an HTML file begins.
import { createRoot } from "react-dom/client";
import { readPageContents } from "./page-contents.ts";
import { Viewer } from "./viewer.tsx";

async function main(): Promise<void> {
  const place = document.getElementById("loupe");
  if (!place) return;
  try {
    const { facts, log } = await readPageContents(document);
    createRoot(place).render(<Viewer facts={facts} log={log} />);
  } catch (error) {
    place.textContent = `This file is damaged: ${error instanceof Error ? error.message : error}`;
  }
}

void main();
