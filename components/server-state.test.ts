// Optimistic updates with real queries and mutations, without a page.
import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { createOptimisticUpdate } from "./server-state.ts";

const KEY = ["numbers"];

function createSum(queries: QueryClient, answer: Promise<unknown>) {
  return new MutationObserver(queries, {
    mutationFn: (_added: number) => answer,
    ...createOptimisticUpdate<number, number>(queries, {
      getKey: () => KEY,
      apply: (sum, added) => sum + added,
    }),
  });
}

/** A response that the test gives when it wants to. */
function createResponse() {
  let settle: { resolve: (value: number) => void; reject: (error: Error) => void } | undefined;
  const response = new Promise<number>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return {
    response,
    resolve: (value: number) => settle?.resolve(value),
    reject: (error: Error) => settle?.reject(error),
  };
}

const createQueries = () =>
  new QueryClient({ defaultOptions: { mutations: { networkMode: "always" } } });

test("a change shows before the server confirms it", async () => {
  const queries = createQueries();
  queries.setQueryData(KEY, 1);
  const { response, resolve } = createResponse();
  const settled = createSum(queries, response).mutate(2);
  await expect.poll(() => queries.getQueryData(KEY)).toBe(3);
  resolve(0);
  await settled;
  expect(queries.getQueryData(KEY)).toBe(3);
});

test("a rejected change is taken back", async () => {
  const queries = createQueries();
  queries.setQueryData(KEY, 1);
  const { response, reject } = createResponse();
  const settled = createSum(queries, response).mutate(2);
  await expect.poll(() => queries.getQueryData(KEY)).toBe(3);
  reject(new Error("no"));
  await expect(settled).rejects.toThrow("no");
  expect(queries.getQueryData(KEY)).toBe(1);
});

test("a response from before the change does not undo it", async () => {
  const queries = createQueries();
  queries.setQueryData(KEY, 1);
  const { response, resolve } = createResponse();
  const stale = queries
    .fetchQuery({ queryKey: KEY, queryFn: () => response })
    .catch(() => undefined);
  await createSum(queries, Promise.resolve()).mutate(2);
  resolve(1);
  await stale;
  expect(queries.getQueryData(KEY)).toBe(3);
});

test("data that is not loaded is left alone", async () => {
  const queries = createQueries();
  await createSum(queries, Promise.resolve()).mutate(2);
  expect(queries.getQueryData(KEY)).toBeUndefined();
});
