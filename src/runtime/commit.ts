/** The commit that the program was built from. A build writes it here, into its own copy. */
export const COMMIT: string = "unknown";
