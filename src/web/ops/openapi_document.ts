import { openApiDocument } from "./openapi/document.ts";
import { recordedExamples } from "./openapi/examples.ts";
import type { OpenOperation, Operation } from "../operation.ts";

/** The OpenAPI document of all operations, this one included. */
export function openApi(
  others: readonly Operation[],
  { version }: { readonly version: string },
): OpenOperation {
  let text: string | undefined;
  const operation: OpenOperation = {
    id: "getOpenApiDocument",
    method: "GET",
    path: "/openapi.json",
    access: "open",
    docs: {
      summary: "This document",
      description: "Returns the OpenAPI 3.1 document of this API. No key, no rate limit.",
      tag: "Operations",
      success: { status: 200, description: "An OpenAPI 3.1 document" },
      errors: [],
    },
    handle() {
      // Made on the first request, so that startup does not wait for it. Its modules are loaded at
      // startup, because the runtime panics if a module is loaded while clients hold all file
      // descriptors.
      text ??= JSON.stringify(openApiDocument({
        operations: [...others, operation],
        programVersion: version,
        examples: recordedExamples(),
      }));
      return { status: 200, body: text };
    },
  };
  return operation;
}
