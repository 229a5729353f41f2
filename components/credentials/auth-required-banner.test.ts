import { expect, test } from "vitest";
import { findLinks } from "./auth-required-banner.tsx";

test("finds links in text and data, without duplicates", () => {
  const text =
    "Sign in at https://idp.example/go?x=1, or [here](https://other.example/a). Not ftp://x.";
  const data = { auth: { urls: ["https://idp.example/go?x=1", "https://third.example"] }, n: 3 };
  expect(findLinks([text, data])).toEqual([
    "https://idp.example/go?x=1",
    "https://other.example/a",
    "https://third.example",
  ]);
});

test("ignores URLs that must not be opened", () => {
  expect(findLinks(["javascript:alert(1) https://me:secret@idp.example/"])).toEqual([]);
});
