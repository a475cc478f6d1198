-- Of the request that opened a session its note and attributes are a part of the session, and of
-- what else it said little is kept.

ALTER TABLE sessions ADD COLUMN
  -- JSON object: tracking data and unknown fields of lines, 8 KiB at most; for the operator.
  extra TEXT NOT NULL DEFAULT '{}';

UPDATE sessions SET doc = json_set(
  doc,
  '$.note', iif(json_type(received, '$.data.note') = 'text', received ->> '$.data.note', NULL),
  '$.attributes', json(iif(
    json_type(received, '$.data.attributes') = 'object', received -> '$.data.attributes', '{}'
  ))
)
WHERE CASE WHEN json_valid(received) AND json_valid(doc)
  THEN received -> '$.data.note' IS NOT NULL OR received -> '$.data.attributes' IS NOT NULL
END;

UPDATE sessions SET extra = json_remove(received, '$.data.note', '$.data.attributes')
WHERE CASE WHEN json_valid(received) THEN
  length(CAST(received AS BLOB)) <= 8192 AND json_type(received) = 'object'
END;

ALTER TABLE sessions DROP COLUMN received;
