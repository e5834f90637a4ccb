/** One reading of a datapoint, its value already written as JSON, so that waiting and counting it cost nothing more. */
export interface Sample {
  readonly slug: string
  readonly json: string
  /** Capture time at the robot, in milliseconds since the epoch. */
  readonly timestampMs: number
}

/** The datapoint frame of a sample. A slug's grammar needs no escaping. */
export const datapointFrame = ({ slug, json, timestampMs }: Sample, backfill: boolean): string =>
  `{"type":"datapoint","slug":"${slug}","value":${json},"timestamp_ms":${timestampMs}${backfill ? ',"backfill":true' : ""}}`
