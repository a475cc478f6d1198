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
    scope: "sessions:write",
    docs: {
      summary: "Create a session from a cart",
      description:
        "Creates a session from the items of a cart, when the customer goes to checkout. The " +
        "answer has its id, which all other calls take. An item whose variant is not in the " +
        "shop's catalogue needs a `price`. `error.shop-not-found`: no shop of this API key has " +
        "the domain.",
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
        description: "The session was created and is stored",
        schema: envelope(createdSchema),
        headers: { Location: "Path of the session" },
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
