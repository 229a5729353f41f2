/** Generated ids of requests, and the placeholders that stand for them until a request is sent. */

export interface RequestIds {
  readonly id: string;
  readonly freshId: string;
}

export const ID_PLACEHOLDERS = {
  id: "‹new request id›",
  freshId: "‹new id›",
  messageId: "‹new message id›",
};

export function createRequestIds(): RequestIds {
  return { id: crypto.randomUUID(), freshId: crypto.randomUUID() };
}
