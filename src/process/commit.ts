/** The commit that the program was built from. A build writes it here, into its own copy. */
export const COMMIT: string = "unknown";

/** Whether this is a single file. A build says so here, likewise. */
export const IS_SINGLE_FILE: boolean = false;
