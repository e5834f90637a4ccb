import { writeCdr } from "@fleet/bridge/ros/CdrWrite"
import { checkMessage } from "@fleet/bridge/ros/MessageCheck"
import { toJson } from "@fleet/bridge/ros/MessageJson"
import { readCdr } from "@fleet/bridge/ros/readCdr"
import { typeFields } from "@fleet/bridge/ros/TypeDefinitions"
import { parseType } from "@fleet/bridge/ros/TypeParser"
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"

const line = "=".repeat(80)

/** A type as rosidl writes it in both languages. */
const both = {
  ros2msg: `uint8 WALK=1
uint8 gait
std_demo/Header header
geometry_demo/Point[] path
geometry_demo/Point[<=3] via
float64[2] limits
float32[] ranges
string<=8 name
string[] tags
bool fast 
int64 count
byte[] data
builtin_interfaces/Duration left
builtin_interfaces/Time[] stamps
std_demo/Empty nothing
${line}
MSG: std_demo/Header
builtin_interfaces/Time stamp
string frame_id
${line}
MSG: geometry_demo/Point
float64 x
float64 y
${line}
MSG: std_demo/Empty
${line}
MSG: builtin_interfaces/Time
int32 sec
uint32 nanosec
${line}
MSG: builtin_interfaces/Duration
int32 sec
uint32 nanosec
`,
  ros2idl: `${line}
IDL: walk_demo/msg/Leg
// generated from rosidl_adapter/resource/msg.idl.em

#include "std_demo/msg/Header.idl"

module walk_demo {
  module msg {
    module Leg_Constants {
      const uint8 WALK = 1;
    };
    @verbatim (language="comment", text=
      "One leg.")
    struct Leg {
      uint8 gait;
      std_demo::msg::Header header;
      sequence<geometry_demo::msg::Point> path;
      sequence<geometry_demo::msg::Point, 3> via;
      double limits[2];
      sequence<float> ranges;
      string<8> name;
      sequence<string> tags;
      boolean fast;
      int64 count;
      sequence<octet> data;
      builtin_interfaces::msg::Duration left;
      sequence<builtin_interfaces::msg::Time> stamps;
      std_demo::msg::Empty nothing;
    };
  };
};

${line}
IDL: std_demo/msg/Header
module std_demo {
  module msg {
    struct Header {
      builtin_interfaces::msg::Time stamp;
      string frame_id;
    };
  };
};

${line}
IDL: geometry_demo/msg/Point
module geometry_demo { module msg { struct Point { double x; double y; }; }; };

${line}
IDL: std_demo/msg/Empty
module std_demo {
  module msg {
    struct Empty {
      uint8 structure_needs_at_least_one_member;
    };
  };
};

${line}
IDL: builtin_interfaces/msg/Time
module builtin_interfaces { module msg { struct Time { int32 sec; uint32 nanosec; }; }; };

${line}
IDL: builtin_interfaces/msg/Duration
module builtin_interfaces { module msg { struct Duration { int32 sec; uint32 nanosec; }; }; };
`
}

const message = {
  gait: 1,
  header: { stamp: { sec: 7, nanosec: 8 }, frame_id: "hip" },
  path: [
    { x: 1, y: 2 },
    { x: 3, y: 4 }
  ],
  via: [{ x: 5, y: 6 }],
  limits: [0.5, 1.5],
  ranges: [0.25],
  name: "left",
  tags: ["a", "b"],
  fast: true,
  count: 9,
  data: "AP8=",
  left: { sec: -1, nanosec: 2 },
  stamps: [{ sec: 3, nanosec: 4 }],
  nothing: {}
}

const typeOf = (encoding: "ros2msg" | "ros2idl", name = "walk_demo/msg/Leg") =>
  parseType(name, encoding, both[encoding])!

describe("a definition in ros2idl", () => {
  it("a definition in ros2idl gives the fields that the same one in ros2msg does", () => {
    assert.deepStrictEqual(typeFields(typeOf("ros2idl")), typeFields(typeOf("ros2msg")))
  })

  it("a definition in ros2idl reads and writes the bytes that the same one in ros2msg does", () => {
    const bytes = (["ros2msg", "ros2idl"] as const).map((encoding) => {
      const checked = checkMessage(typeOf(encoding), message)
      if (Result.isFailure(checked)) throw checked.failure
      return writeCdr(typeOf(encoding), checked.success)
    })
    assert.deepStrictEqual(bytes[0], bytes[1])
    assert.deepStrictEqual(toJson(readCdr(typeOf("ros2idl"), bytes[0]!)), message)
    assert.deepStrictEqual(toJson(readCdr(typeOf("ros2msg"), bytes[0]!)), message)
  })

  it("a definition in ros2idl keeps the bounds of texts and lists", () => {
    for (const more of [{ name: "too long a name" }, { via: Array.from({ length: 4 }, () => ({ x: 0, y: 0 })) }]) {
      assert.isTrue(Result.isFailure(checkMessage(typeOf("ros2idl"), { ...message, ...more })))
    }
  })

  it("a definition in ros2idl of a time, and of an empty request, is that of ROS", () => {
    const time = typeFields(typeOf("ros2idl", "builtin_interfaces/msg/Time"))
    assert.deepStrictEqual(
      time.map(({ name, type }) => [name, type]),
      [
        ["sec", "int32"],
        ["nanosec", "uint32"]
      ]
    )
    const request = typeOf("ros2idl", "std_demo/msg/Empty")
    assert.isEmpty(request.fields)
    const checked = checkMessage(request, {})
    assert.isTrue(Result.isSuccess(checked))
    assert.deepStrictEqual(toJson(readCdr(request, writeCdr(request, {}))), {})
  })

  it("a definition in ros2idl that cannot be read is left out", () => {
    for (const text of ["module a {", "module a { module msg { union B switch (uint8) { case 1: uint8 c; }; }; };"]) {
      assert.isUndefined(parseType("a/msg/B", "ros2idl", text))
    }
  })
})
