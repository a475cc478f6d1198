import { type Route, Router } from "../router.ts";
import type { PageOperation } from "./page_operation.ts";

/** Finds pages. A token may look like the name of a page, so fixed paths go first. */
export class PageRouter {
  readonly #routers: readonly Router<PageOperation>[];

  /**
   * @param fixed operations whose first steps have names
   * @param ofTokens operations below `/c/{token}`
   */
  constructor(fixed: readonly PageOperation[], ofTokens: readonly PageOperation[]) {
    this.#routers = [new Router(fixed), new Router(ofTokens)];
  }

  /** @returns undefined for an unknown path or method */
  find(method: string, path: string): Route<PageOperation> | undefined {
    return this.#of(path)?.find(method, path);
  }

  /** Methods of the operations at a path; none for an unknown path. */
  methodsOf(path: string): string[] {
    return this.#of(path)?.methodsOf(path) ?? [];
  }

  #of(path: string): Router<PageOperation> | undefined {
    return this.#routers.find((router) => router.methodsOf(path).length > 0);
  }
}
