/** The ids that a client makes up for a request, and the words that stand for them until it is sent. */

export interface RequestIds {
  readonly id: string;
  readonly freshId: string;
}

/** What stands for an id until the request is sent. */
export const ID_PLACEHOLDERS = {
  id: "‹new request id›",
  freshId: "‹new id›",
  messageId: "‹new message id›",
};

export function createRequestIds(): RequestIds {
  return { id: crypto.randomUUID(), freshId: crypto.randomUUID() };
}
