export interface RosTime {
  readonly sec: number
  readonly nanosec: number
}

/** Now, as ROS writes it. */
export const rosTime = (nowMs: number = Date.now()): RosTime => ({
  sec: Math.floor(nowMs / 1000),
  nanosec: (nowMs % 1000) * 1_000_000
})

/** Now, in milliseconds since the epoch. */
export const epochMs = (): number => Date.now()
