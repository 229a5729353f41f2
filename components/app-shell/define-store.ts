/** Stores of features: each is created on first use, once for every app context. */
import type { AppContext } from "./feature.ts";

/** Returns a function that gets the store of an app context. */
export function defineStore<Store extends object>(
  create: (app: AppContext) => Store,
): (app: AppContext) => Store {
  const stores = new WeakMap<AppContext, Store>();
  return (app) => {
    const existing = stores.get(app);
    if (existing) return existing;
    const store = create(app);
    stores.set(app, store);
    return store;
  };
}
