import { invalid } from "../../../domain/errors.ts";
import { type Role, ROLES } from "../../../domain/people/role.ts";

/**
 * The role that a form chooses.
 *
 * @throws {AppError} `error.invalid-request` without one
 */
export function roleOf(form: URLSearchParams): Role {
  const role = ROLES.find((one) => one === form.get("role"));
  if (role === undefined) throw invalid("Choose a role", "role");
  return role;
}
