import { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import type { Services } from "../../service/services.ts";
import type { OpenOperation } from "../operation.ts";
import { success } from "../reply.ts";
import { envelope } from "../../schema/api/fields.ts";

/** Liveness probe: answers as long as the process handles requests. */
export function health(): OpenOperation {
  return {
    id: "getHealth",
    method: "GET",
    path: "/health",
    access: "open",
    docs: {
      summary: "Check that the server is alive",
      description: "Returns 200 as long as the server handles requests. No key, no rate limit.",
      tag: "Operations",
      success: {
        status: 200,
        description: "The server is alive",
        schema: envelope(
          z.strictObject({ alive: z.literal(true).meta({ description: "Always true" }) })
            .meta({ description: "The result" }),
        ),
      },
      errors: [],
    },
    handle: () => success('{"alive":true}'),
  };
}

/** Readiness probe: the database must accept reads and writes. */
export function ready({ ping }: Pick<Services, "ping">): OpenOperation {
  return {
    id: "getReadiness",
    method: "GET",
    path: "/ready",
    access: "open",
    docs: {
      summary: "Check that the server is ready",
      description:
        "Returns 200 if the database can be read and written, else 503 with the reason and " +
        "the time since when writes fail. No key, no rate limit.",
      tag: "Operations",
      success: {
        status: 200,
        description: "The server is ready",
        schema: envelope(
          z.strictObject({ ready: z.literal(true).meta({ description: "Always true" }) })
            .meta({ description: "The result" }),
        ),
      },
      errors: ["error.unavailable"],
    },
    async handle() {
      try {
        await ping();
      } catch (cause) {
        // Its message already says what is wrong.
        if (cause instanceof AppError) throw cause;
        const message = "The database does not answer";
        throw new AppError("error.unavailable", message, { cause, retryAfterSeconds: 1 });
      }
      return success('{"ready":true}');
    },
  };
}
