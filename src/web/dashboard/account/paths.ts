/** Paths of a person's own account. */
export const ACCOUNT_PATHS = {
  page: "/account",
  password: "/account/password",
  others: "/account/sign-ins/end-others",
  email: "/account/email",
  emailLink: "/account/email/link",
  emailRemove: "/account/email/remove",
} as const;
