import type { Store } from "../../src/store/store.ts";

/** The store with another `commit`; its own methods need it as `this`. */
export function intercepted(store: Store, commit: Store["commit"]): Store {
  return new Proxy(store, {
    get: (target, name) => {
      if (name === "commit") return commit;
      const own: unknown = Reflect.get(target, name, target);
      return typeof own === "function" ? own.bind(target) : own;
    },
  });
}
