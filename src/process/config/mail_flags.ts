import { AppError } from "../../domain/errors.ts";
import { type OperatorMailOptions, operatorSender } from "../../service/people/mail_routes.ts";
import { setting } from "./server_config.ts";

/** The flags of the operator's own mail server, for mails to people of the dashboard. */
export const mailFlags = {
  server: () =>
    setting(
      "--mail <url>",
      "mail server for people of the dashboard; set the variable to a URL with a password",
    ),
  from: () => setting("--mail-from <address>", "address of the sender of these mails"),
} as const;

/**
 * Checks the flags of the mail server.
 *
 * @param isArgument true if the server is an argument, which other users can list
 * @param fail called with one line; it does not return
 */
export function requireMailFit(
  options: OperatorMailOptions,
  isArgument: boolean,
  fail: (message: string) => never,
): void {
  try {
    operatorSender(options, isArgument);
  } catch (error) {
    if (error instanceof AppError) fail(error.message);
    throw error;
  }
}
