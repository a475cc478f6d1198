import type { Services } from "../../service/services.ts";
import type { Operation } from "../operation.ts";
import { createSession } from "./create_session.ts";
import { getSession } from "./get_session.ts";
import { openApi } from "./openapi_document.ts";
import { health, ready } from "./probes.ts";

/** What operations are made of. */
export interface OperationDeps {
  readonly services: Services;
  /** The program's version. */
  readonly version: string;
}

/** Every operation there is, in the order of the documentation. */
export function createOperations({ services, version }: OperationDeps): Operation[] {
  const operations = [
    createSession(services),
    getSession(services),
    health(),
    ready(services),
  ];
  return [...operations, openApi(operations, { version })];
}
