import { openApiDocument } from "../openapi/document.ts";
import { recordedExamples } from "../openapi/examples.ts";
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
      // Made when first asked for: starting up must not wait for it. What makes it is there from the
      // start, because a module cannot be loaded while clients hold all files: the runtime panics.
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
