// Credentials in several tabs of one browser.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStorage } from "../../fixtures/page-environment.ts";
import { type CredentialStore, createCredentialStore } from "./credentials.ts";
import type { Credential, OriginCredentials } from "./origin-credentials.ts";

const ORIGIN = "https://agent.example";

let page: EventTarget;
/** Changes of the local storage whose events are not delivered yet. */
let changes: StorageEventInit[];

beforeEach(() => {
  page = new EventTarget();
  changes = [];
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
  vi.stubGlobal(
    "localStorage",
    createStorage((change) => changes.push(change)),
  );
  vi.stubGlobal("sessionStorage", createStorage());
});
afterEach(() => void vi.unstubAllGlobals());

/** Delivers the storage events, as a browser does some time later. */
function wordGoesRound(): void {
  for (const change of changes.splice(0)) {
    page.dispatchEvent(Object.assign(new Event("storage"), change));
  }
}

function tab(): CredentialStore {
  const credentials = createCredentialStore();
  credentials.load();
  return credentials;
}

const bearer = (token: string): Credential => ({ kind: "bearer", token });
const tokenIn = (tab: CredentialStore, scheme = "t") => tab.getForUrl(ORIGIN).schemes[scheme];
const given = (token: string, keep: OriginCredentials["keep"] = "machine") => ({
  schemes: { t: bearer(token) },
  keep,
});

test("what one tab stores or removes on this machine, all tabs store or remove", () => {
  const [one, other] = [tab(), tab()];
  one.change(ORIGIN, given("a"));
  wordGoesRound();
  expect(tokenIn(other)).toEqual(bearer("a"));
  other.change(ORIGIN, given("b"));
  wordGoesRound();
  expect(tokenIn(one)).toEqual(bearer("b"));
  one.forget(ORIGIN);
  wordGoesRound();
  expect(other.getState()).toEqual({});
});

test("a late storage event changes nothing", () => {
  const [one, other] = [tab(), tab()];
  one.change(ORIGIN, given("a"));
  other.change(ORIGIN, given("b"));
  wordGoesRound();
  expect([one, other].map((it) => tokenIn(it))).toEqual([bearer("b"), bearer("b")]);
});

test("a change in one tab keeps the changes of another", () => {
  const first = tab();
  first.change(ORIGIN, given("a"));
  const [one, other] = [tab(), tab()];
  one.change(ORIGIN, { schemes: { t: bearer("b") } });
  other.change(ORIGIN, { tls: { acceptUntrusted: true } });
  expect(tokenIn(tab())).toEqual(bearer("b"));
  expect(tab().getForUrl(ORIGIN).tls).toEqual({ acceptUntrusted: true });
});

test("credentials for one page stay there and do not remove stored ones", () => {
  const [one, other] = [tab(), tab()];
  other.change(ORIGIN, given("mine", "page"));
  one.change(ORIGIN, given("a"));
  wordGoesRound();
  expect(tokenIn(other)).toEqual(bearer("mine"));
  other.change(ORIGIN, given("still mine", "page"));
  wordGoesRound();
  expect(tokenIn(one)).toEqual(bearer("a"));
  expect(tokenIn(tab())).toEqual(bearer("a"));
});

test("credentials that cannot be stored are not replaced by stored ones", () => {
  const one = tab();
  one.change(ORIGIN, given("a"));
  vi.spyOn(localStorage, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  one.change(ORIGIN, { schemes: { t: bearer("b") } });
  one.refresh(ORIGIN);
  expect(tokenIn(one)).toEqual(bearer("b"));
});

test("storage events are ignored after stopping", () => {
  const one = createCredentialStore();
  one.load()();
  tab().change(ORIGIN, given("a"));
  wordGoesRound();
  expect(one.getState()).toEqual({});
});
