import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseWith } from "../api/schemas/parse-with.ts";
import {
  createImportChanges,
  formatCollectionFile,
  parseCollectionFile,
} from "./collection-file.ts";
import { EMPTY_MESSAGE, suggestName } from "./saved-request.ts";
import {
  applyChanges,
  createCollectionChanges,
  findSavedRequest,
  NO_SAVED_REQUESTS,
} from "./saved-requests.ts";
import {
  CHANGES_REQUEST,
  SAVED_REQUESTS,
  type SavedRequest,
  type SavedRequestsChange,
} from "./schemas.ts";

const parseChanges = (changes: unknown) => parseWith(CHANGES_REQUEST, { changes });
const createMessage = (id: string, text = id): SavedRequest => ({
  id,
  name: `Request ${id}`,
  content: { ...EMPTY_MESSAGE, text },
});
const createHead = (id: string, name = id) => ({ id, name, agent: null });

const ID = fc.constantFrom("a", "b", "c", "d");
const AT = fc.option(fc.nat(3), { nil: undefined });
const withAt = <T extends object>(change: T, at: number | undefined) =>
  at === undefined ? change : { ...change, at };
const CHANGE: fc.Arbitrary<SavedRequestsChange> = fc.oneof(
  fc
    .tuple(ID, AT)
    .map(([id, at]) => withAt({ kind: "collection" as const, collection: createHead(id) }, at)),
  fc
    .tuple(ID, ID, AT)
    .map(([id, collection, at]) =>
      withAt({ kind: "request" as const, collection, request: createMessage(`r-${id}`) }, at),
    ),
  fc.tuple(ID, fc.boolean(), fc.option(ID)).map(([id, isActive, agent]) => ({
    kind: "environment" as const,
    environment: { id: `e-${id}`, name: id, agent, isActive, variables: [] },
  })),
  ID.map((id) => ({ kind: "remove-collection" as const, id })),
  ID.map((id) => ({ kind: "remove-request" as const, id: `r-${id}` })),
  ID.map((id) => ({ kind: "remove-environment" as const, id: `e-${id}` })),
);

describe("changes", () => {
  test("keep ids unique and at most one environment active for each agent", () => {
    fc.assert(
      fc.property(fc.array(CHANGE, { maxLength: 40 }), (changes) => {
        const { collections, environments } = applyChanges(NO_SAVED_REQUESTS, changes);
        const ids = [
          ...collections.map(({ id }) => id),
          ...collections.flatMap(({ requests }) => requests.map(({ id }) => id)),
          ...environments.map(({ id }) => id),
        ];
        expect(new Set(ids).size).toBe(ids.length);
        const active = environments.filter(({ isActive }) => isActive).map(({ agent }) => agent);
        expect(new Set(active).size).toBe(active.length);
      }),
    );
  });

  test("survive being stored and read again", () => {
    fc.assert(
      fc.property(fc.array(CHANGE, { maxLength: 30 }), (changes) => {
        const saved = applyChanges(NO_SAVED_REQUESTS, changes);
        expect(parseWith(SAVED_REQUESTS, JSON.parse(JSON.stringify(saved)))).toEqual(saved);
        expect(parseChanges(JSON.parse(JSON.stringify(changes)))).toEqual({ changes });
      }),
    );
  });

  const start = applyChanges(NO_SAVED_REQUESTS, [
    { kind: "collection", collection: createHead("one") },
    { kind: "collection", collection: createHead("two") },
    ...["a", "b", "c"].map(
      (id) => ({ kind: "request", collection: "one", request: createMessage(id) }) as const,
    ),
  ]);
  const listIds = (saved: typeof start) =>
    saved.collections.map(({ id, requests }) => [id, ...requests.map((one) => one.id)].join(" "));

  test("replace in place, move within a collection and to another one", () => {
    const put = (collection: string, id: string, at?: number) =>
      listIds(
        applyChanges(start, [
          withAt({ kind: "request" as const, collection, request: createMessage(id, "new") }, at),
        ]),
      );
    expect(put("one", "b")).toEqual(["one a b c", "two"]);
    expect(put("one", "c", 0)).toEqual(["one c a b", "two"]);
    expect(put("two", "a")).toEqual(["one b c", "two a"]);
    expect(put("gone", "a")).toEqual(["one a b c", "two"]);
  });

  test("restore what was removed, in its place", () => {
    const [collection] = start.collections;
    const found = findSavedRequest(start, "b");
    if (!collection || !found) throw new Error("missing");
    const removed = applyChanges(start, [{ kind: "remove-collection", id: "one" }]);
    expect(applyChanges(removed, createCollectionChanges(collection, 0))).toEqual(start);
    const without = applyChanges(start, [{ kind: "remove-request", id: "b" }]);
    const { request, at } = found;
    expect(listIds(without)).toEqual(["one a c", "two"]);
    expect(applyChanges(without, [{ kind: "request", collection: "one", request, at }])).toEqual(
      start,
    );
  });

  test("rename a collection without losing its requests", () => {
    const renamed = applyChanges(start, [
      { kind: "collection", collection: createHead("one", "other") },
    ]);
    expect(renamed.collections[0]).toMatchObject({
      name: "other",
      requests: [{ id: "a" }, {}, {}],
    });
  });
});

test("anything else than changes is explained, not accepted", () => {
  for (const value of [
    null,
    {},
    [null],
    [{}],
    [{ kind: "request" }],
    [{ kind: "remove-request" }],
  ]) {
    expect(typeof parseChanges(value)).toBe("string");
  }
  const named = (name: string) => [{ kind: "collection", collection: { id: "a", name } }];
  expect(parseChanges(named(" "))).toMatch(/1 to 120/);
  expect(parseChanges(named("x".repeat(121)))).toMatch(/1 to 120/);
  const large = { ...createMessage("a"), content: { ...EMPTY_MESSAGE, text: "x".repeat(400_000) } };
  expect(parseChanges([{ kind: "request", collection: "c", request: large }])).toMatch(/too large/);
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      parseWith(SAVED_REQUESTS, value);
      parseChanges([value]);
    }),
  );
});

test("a name is suggested from the content", () => {
  const exact = { kind: "request", method: "POST", url: "", headers: "", isGrpc: false } as const;
  expect(suggestName({ ...EMPTY_MESSAGE, text: " plan a\ntrip " })).toBe("plan a trip");
  expect(suggestName({ ...EMPTY_MESSAGE, text: "x".repeat(90) })).toBe(`${"x".repeat(60)}…`);
  expect(suggestName({ ...EMPTY_MESSAGE, parts: [{ kind: "data", json: "{}" }] })).toBe("Data");
  expect(suggestName({ ...exact, body: '{"method": "tasks/get"}' })).toBe("tasks/get");
  expect(suggestName({ ...exact, url: "http://a/v1/card?k=1", body: "" })).toBe("POST /v1/card");
});

describe("the file of a collection", () => {
  let count = 0;
  const createId = () => `new-${++count}`;
  const exact: SavedRequest = {
    id: "x",
    name: "Exact",
    content: {
      kind: "request",
      method: "POST",
      url: "https://a.example/rpc",
      headers: "content-type: application/json\nAuthorization: Bearer ‹A2A_TOKEN›",
      body: '{"city": "{{city}}"}',
      isGrpc: false,
    },
  };
  const collection = {
    id: "c",
    name: "Trips",
    agent: "https://a.example",
    requests: [createMessage("m", "hello {{city}}"), exact],
  };
  const used = {
    id: "e",
    name: "Rome",
    agent: null,
    isActive: true,
    variables: [
      { name: "city", value: "Rome" },
      { name: "token", credential: "A2A_TOKEN" },
    ],
  };

  test("is read as it was written, with new ids and no active environment", () => {
    const text = formatCollectionFile(collection, [
      used,
      { ...used, name: "Other", variables: [] },
    ]);
    const read = parseCollectionFile(text, createId);
    if (typeof read === "string") throw new Error(read);
    const saved = applyChanges(NO_SAVED_REQUESTS, createImportChanges(read));
    const withoutId = <T extends { id: string }>({ id: _, ...rest }: T) => rest;
    const requests = collection.requests.map(withoutId);
    expect(saved.collections).toMatchObject([{ ...withoutId(collection), requests }]);
    expect(saved.environments).toMatchObject([
      { name: "Rome", isActive: false, variables: used.variables },
    ]);
    expect(JSON.stringify(saved)).not.toMatch(/"id":"[mxce]"/);
  });

  test("without credentials, whoever wrote it", () => {
    const file = JSON.parse(formatCollectionFile(collection, []));
    const read = (requests: unknown[]) =>
      parseCollectionFile(JSON.stringify({ ...file, requests }), createId);
    const headers = "Authorization: Bearer abcdef\nx-a: 1";
    expect(read([{ name: "a", ...exact.content, headers }])).toMatchObject({
      collection: { requests: [{ content: { headers: "x-a: 1" } }] },
    });
    expect(read([{ name: "a", ...EMPTY_MESSAGE, text: `use sk-${"a".repeat(30)}` }])).toMatch(
      /API key/,
    );
  });

  test("is refused with the reason if it is another file", () => {
    const parse = (value: unknown) => parseCollectionFile(JSON.stringify(value), createId);
    expect(parseCollectionFile("{", createId)).toMatch(/not JSON/);
    expect(parse({ info: {}, item: [] })).toMatch(/no collection/);
    expect(parse({ format: "a2a-loupe requests", version: 2 })).toMatch(/newer version/);
    expect(parse({ format: "a2a-loupe requests", version: 1, name: "a" })).toMatch(/no list/);
  });
});
