import type { CheckoutSession } from "../../domain/session/session.ts";
import {
  createdSchema,
  createSessionSchema,
  encodeCreated,
  readCreateSession,
} from "../../schema/api/create_session.ts";
import { envelope } from "../../schema/api/fields.ts";
import type { Services } from "../../service/services.ts";
import type { KeyedOperation } from "../operation.ts";
import { type Reply, success } from "../reply.ts";

/** Create Session (spec 4.1). */
export function createSession({ sessions }: Pick<Services, "sessions">): KeyedOperation {
  return {
    id: "createSession",
    method: "POST",
    path: "/session",
    access: "key",
    docs: {
      summary: "Create a session from a cart",
      description:
        "Creates a checkout session for a customer with the items of the store's cart. " +
        "Its session id is used for everything that follows. A line of a product that the shop " +
        "has not stored needs a `price` of its own.",
      tag: "Sessions",
      body: createSessionSchema,
      bodyExample: {
        data: {
          shop_domain: "demo-store.example",
          country_code: "IN",
          items: [{ product_id: 1002, variant_id: 11022, quantity: 2 }],
        },
      },
      success: {
        status: 201,
        description: "The session was created and is on disk",
        schema: envelope(createdSchema),
        headers: { Location: "The session's path" },
      },
      errors: ["error.shop-not-found"],
    },
    async handle(call) {
      const request = readCreateSession(await call.body());
      return created(
        await sessions.create(
          call.caller,
          request,
          (session) =>
            call.record(created(session), { sessionId: session.id, begunId: session.id }),
        ),
      );
    },
  };
}

function created(session: CheckoutSession): Reply {
  return success(JSON.stringify(encodeCreated(session)), {
    status: 201,
    headers: { Location: `/session/${session.id}` },
  });
}
