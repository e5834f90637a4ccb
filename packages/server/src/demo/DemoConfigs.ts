/** The configuration of the demo's wheeled robots. */
export const mobileSource = `platform: 1
# A wheeled robot in a room. Try: publish "drive", start "dock", call "reset". Alerts: call "set_light", or
# drive until the battery is low and dock.
datapoints:
  battery:
    topic: /battery
    type: sensor_msgs/msg/BatteryState
    field: percentage
    description: Charge of the battery
    numeric: { scale: 100, unit: "%", decimals: 1 }
    retention: { enabled: true, interval_seconds: 1 }
    chart: { y_min: 0, y_max: 100 }
    alerts:
      battery_low:
        condition: { fire_at: 20, resolve_at: 30 }
        name: Battery low
  position_x:
    topic: /pose
    type: geometry_msgs/msg/PoseStamped
    field: pose.position.x
    rate_throttle_hz: 5
    numeric: { unit: m, decimals: 2 }
  pose:
    topic: /pose
    type: geometry_msgs/msg/PoseStamped
    rate_throttle_hz: 10
    low_bandwidth: keep
    description: Where the robot is
  scan:
    topic: /scan
    type: sensor_msgs/msg/LaserScan
    rate_throttle_hz: 1
    description: Distances around the robot
  wheels:
    topic: /joint_states
    type: sensor_msgs/msg/JointState
    rate_throttle_hz: 10
  light:
    topic: /light
    type: std_msgs/msg/Bool
    field: data
    alerts:
      light_on:
        condition: { fire_at: true }
        name: The light is on
actions:
  dock:
    ros_name: /dock
    type: fleet_sim_interfaces/action/Dock
    description: Drive to the dock and charge
    message: { speed: "\${speed}" }
    parameters:
      speed: { type: float32, default: 0.5, min_value: 0.05, max_value: 1, description: Metres per second }
services:
  reset:
    ros_name: /reset
    type: std_srvs/srv/Trigger
    description: Put the robot back where it began
  set_light:
    ros_name: /light/set
    type: std_srvs/srv/SetBool
    message: { data: "\${on}" }
    parameters:
      on: { type: bool }
publishers:
  drive:
    topic: /cmd_vel
    type: geometry_msgs/msg/Twist
    description: Drive by hand
    message: { linear: { x: "\${forward}" }, angular: { z: "\${turn}" } }
    parameters:
      forward: { type: float64, default: 0, min_value: -1, max_value: 1 }
      turn: { type: float64, default: 0, min_value: -2, max_value: 2 }
    failsafe: { timeout_ms: 500, message: { linear: { x: 0 }, angular: { z: 0 } } }
    quiet_timeout_ms: 2000
cameras:
  front:
    source: { kind: ros, topic: /camera/image_raw/compressed, type: sensor_msgs/msg/CompressedImage }
    width: 320
    height: 240
    fps: 25
    bitrate_kbps: 1000
    snapshot_interval_seconds: 10
    description: What the robot sees ahead; the blocks are the time
recorder:
  # An alert that fires leaves a recording of what was around it: turn the light on.
  topics:
    - { topic: /pose, type: geometry_msgs/msg/PoseStamped }
    - { topic: /scan, type: sensor_msgs/msg/LaserScan }
    - { topic: /battery, type: sensor_msgs/msg/BatteryState }
    - { topic: /light, type: std_msgs/msg/Bool }
  before_seconds: 30
  after_seconds: 5
  max_bytes: 2000000
`

/** The configuration of the demo's arm. */
export const armSource = `platform: 1
# An arm that takes items from shelves. Shelf 0 is empty, so picking there fails; there is no shelf above 99.
datapoints:
  joints:
    topic: /joint_states
    type: sensor_msgs/msg/JointState
    rate_throttle_hz: 10
    description: All six joints
  shoulder:
    topic: /joint_states
    type: sensor_msgs/msg/JointState
    field: position[1]
    rate_throttle_hz: 10
    numeric: { scale: 57.29577951308232, unit: deg, decimals: 1 }
    retention: { enabled: true, interval_seconds: 1 }
  counter:
    topic: /counter
    type: std_msgs/msg/Int64
    field: data
    description: A 64-bit count, beyond what a double holds exactly
  gripper:
    topic: /gripper
    type: std_msgs/msg/Bool
    field: data
actions:
  pick:
    ros_name: /pick
    type: fleet_sim_interfaces/action/Pick
    description: Take an item from a shelf
    message: { shelf: "\${shelf}" }
    parameters:
      shelf: { type: int32, min_value: 0, max_value: 200 }
services:
  set_gripper:
    ros_name: /gripper/set
    type: std_srvs/srv/SetBool
    message: { data: "\${closed}" }
    parameters:
      closed: { type: bool }
`
