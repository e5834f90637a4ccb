/** What the scripts publish, for the simulated mobile robot. */

const odometry = { topic: "/odom", type: "nav_msgs/msg/Odometry" }

export const datapoints = {
  speed: { ...odometry, field: "twist.twist.linear.x" },
  battery: {
    topic: "/battery",
    type: "sensor_msgs/msg/BatteryState",
    field: "percentage",
    numeric: { scale: 100, offset: 1000 }
  },
  slow: { ...odometry, field: "pose.pose.position.x", rate_throttle_hz: 5, retention: { max_buffer_values: 5 } },
  kept: { ...odometry, field: "pose.pose.position.x", low_bandwidth: "keep" },
  /** Whole pictures, some 4 MB a second: more than a link takes that is not read. */
  pictures: { topic: "/camera/image_raw", type: "sensor_msgs/msg/Image" },
  light: { topic: "/light", type: "std_msgs/msg/Bool", field: "data", rate_throttle_hz: 0.1 }
}

const dock = {
  ros_name: "/dock",
  type: "fleet_sim_interfaces/action/Dock",
  message: { speed: "${speed}" },
  parameters: { speed: { type: "float32" } }
}

export const actions = { dock }
export const services = { reset: { ros_name: "/reset", type: "std_srvs/srv/Trigger" } }
export const publishers = {
  drive: {
    topic: "/cmd_vel",
    type: "geometry_msgs/msg/Twist",
    message: { angular: { z: "${turn}" } },
    parameters: { turn: { type: "float64" } },
    failsafe: { timeout_ms: 300, message: { angular: { z: -1 } } },
    quiet_timeout_ms: 0
  }
}

/** How long a hold is kept without another message, at a computer that is not busy. */
export const holdMs = 5000

/** The same publisher with a failsafe that is late enough to be distinguished from a requested one. */
export const holdPublishers = (timeout_ms: number) => ({
  drive: { ...publishers.drive, failsafe: { ...publishers.drive.failsafe, timeout_ms } }
})

/** A camera that is nowhere: whether one is claimed shows in the answer. */
export const cameras = {
  front: {
    source: { kind: "mjpeg", url: "http://127.0.0.1:9/" },
    width: 320,
    height: 240,
    fps: 5,
    bitrate_kbps: 300,
    snapshot_interval_seconds: 1
  }
}

/** The simulated robot's camera, as MJPEG. */
export const liveCameras = (url: string) => ({ front: { ...cameras.front, source: { kind: "mjpeg", url } } })
