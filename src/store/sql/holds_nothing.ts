/**
 * True for a session that retention may delete: its payment holds nothing, and no provider is asked for
 * money of its payments any more, which may come long after what they held was released.
 */
export const HOLDS_NOTHING = `held_since IS NULL AND due_at IS NULL AND NOT EXISTS (
    SELECT 1 FROM provider_payments AS p
    WHERE p.session_id = sessions.id AND p.next_look_at IS NOT NULL)`;
