import type { RobotId } from "@fleet/domain/Ids"

/** The description of an image. */
export interface DescribedSnapshot {
  readonly mime: string
  readonly width: number
  readonly height: number
  /** By the robot's clock. */
  readonly timestamp_ms: number
  /** By the cloud's clock. */
  readonly received_at_ms: number
}

/** An image of a camera. */
export interface Snapshot extends DescribedSnapshot {
  readonly robot_id: RobotId
  readonly slug: string
  /** Of the configuration that has the slug. Absent where it is the name of now. */
  readonly version?: number
  readonly image: Uint8Array
}

export interface CameraKey {
  readonly robotId: RobotId
  readonly slug: string
}
