export const grammar: unknown = {
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "Robot configuration document",
  "$ref": "#/$defs/robot-config-document",
  "$defs": {
    "datapoint": {
      "type": "object",
      "properties": {
        "topic": {
          "type": "string",
          "minLength": 1,
          "maxLength": 255,
          "pattern": "^\\/[A-Za-z_][A-Za-z0-9_]*(?:\\/[A-Za-z_][A-Za-z0-9_]*)*$"
        },
        "type": {
          "type": "string",
          "minLength": 1,
          "maxLength": 255,
          "pattern": "^[a-z][a-z0-9_]*\\/(?:msg)\\/[A-Za-z][A-Za-z0-9]*$"
        },
        "field": {
          "type": "string",
          "minLength": 1,
          "maxLength": 255,
          "pattern": "^[a-z_][a-z0-9_]*(?:\\[\\d+\\])?(?:\\.[a-z_][a-z0-9_]*(?:\\[\\d+\\])?)*$"
        },
        "rate_throttle_hz": {
          "type": "number",
          "minimum": 0,
          "maximum": 20
        },
        "low_bandwidth": {
          "type": "string",
          "enum": [
            "keep"
          ]
        },
        "description": {
          "type": "string",
          "minLength": 1,
          "maxLength": 2000
        },
        "numeric": {
          "type": "object",
          "properties": {
            "scale": {
              "type": "number"
            },
            "offset": {
              "type": "number"
            },
            "unit": {
              "type": "string",
              "minLength": 1,
              "maxLength": 32
            },
            "decimals": {
              "type": "integer",
              "minimum": 0,
              "maximum": 6
            }
          },
          "additionalProperties": false
        },
        "retention": {
          "type": "object",
          "properties": {
            "enabled": {
              "type": "boolean"
            },
            "interval_seconds": {
              "type": "integer",
              "minimum": 1,
              "maximum": 3600
            },
            "max_buffer_values": {
              "type": "integer",
              "minimum": 1,
              "maximum": 100000
            }
          },
          "additionalProperties": false
        },
        "chart": {
          "type": "object",
          "properties": {
            "y_min": {
              "type": "number"
            },
            "y_max": {
              "type": "number"
            },
            "style": {
              "type": "string",
              "enum": [
                "line",
                "step"
              ]
            },
            "default_window_minutes": {
              "type": "integer",
              "minimum": 1,
              "maximum": 43200
            }
          },
          "additionalProperties": false
        },
        "alerts": {
          "type": "object",
          "additionalProperties": {
            "type": "object",
            "properties": {
              "condition": {
                "type": "object",
                "properties": {
                  "fire_at": {
                    "anyOf": [
                      {
                        "type": "number"
                      },
                      {
                        "type": "string"
                      },
                      {
                        "type": "boolean"
                      }
                    ]
                  },
                  "resolve_at": {
                    "type": "number"
                  }
                },
                "required": [
                  "fire_at"
                ],
                "additionalProperties": false
              },
              "severity": {
                "type": "string",
                "enum": [
                  "warning",
                  "error"
                ]
              },
              "name": {
                "type": "string",
                "minLength": 1,
                "maxLength": 120
              },
              "enabled": {
                "type": "boolean"
              }
            },
            "required": [
              "condition"
            ],
            "additionalProperties": false
          }
        }
      },
      "required": [
        "topic",
        "type"
      ],
      "additionalProperties": false
    },
    "parameter": {
      "type": "object",
      "properties": {
        "type": {
          "type": "string",
          "enum": [
            "bool",
            "byte",
            "char",
            "int8",
            "uint8",
            "int16",
            "uint16",
            "int32",
            "uint32",
            "int64",
            "uint64",
            "float32",
            "float64",
            "string",
            "wstring"
          ]
        },
        "default": {
          "anyOf": [
            {
              "type": "boolean"
            },
            {
              "type": "number"
            },
            {
              "type": "string"
            }
          ]
        },
        "min_value": {
          "type": "number"
        },
        "max_value": {
          "type": "number"
        },
        "enum": {
          "type": "array",
          "items": {
            "anyOf": [
              {
                "type": "number"
              },
              {
                "type": "string"
              }
            ]
          },
          "minItems": 1
        },
        "regex": {
          "type": "string",
          "minLength": 1
        },
        "description": {
          "type": "string",
          "minLength": 1,
          "maxLength": 500
        }
      },
      "required": [
        "type"
      ],
      "additionalProperties": false
    },
    "action": {
      "type": "object",
      "properties": {
        "ros_name": {
          "type": "string",
          "minLength": 1,
          "maxLength": 255,
          "pattern": "^\\/[A-Za-z_][A-Za-z0-9_]*(?:\\/[A-Za-z_][A-Za-z0-9_]*)*$"
        },
        "type": {
          "type": "string",
          "minLength": 1,
          "maxLength": 255,
          "pattern": "^[a-z][a-z0-9_]*\\/(?:action)\\/[A-Za-z][A-Za-z0-9]*$"
        },
        "message": {
          "anyOf": [
            {
              "type": "string",
              "pattern": "^\\$\\{([a-z][a-z0-9]*(?:_[a-z0-9]+)*)\\}$"
            },
            {
              "type": "object"
            }
          ]
        },
        "parameters": {
          "type": "object",
          "maxProperties": 50,
          "additionalProperties": {
            "$ref": "#/$defs/parameter"
          }
        },
        "description": {
          "type": "string",
          "minLength": 1,
          "maxLength": 2000
        }
      },
      "required": [
        "ros_name",
        "type"
      ],
      "additionalProperties": false
    },
    "service": {
      "type": "object",
      "properties": {
        "ros_name": {
          "type": "string",
          "minLength": 1,
          "maxLength": 255,
          "pattern": "^\\/[A-Za-z_][A-Za-z0-9_]*(?:\\/[A-Za-z_][A-Za-z0-9_]*)*$"
        },
        "type": {
          "type": "string",
          "minLength": 1,
          "maxLength": 255,
          "pattern": "^[a-z][a-z0-9_]*\\/(?:srv)\\/[A-Za-z][A-Za-z0-9]*$"
        },
        "message": {
          "anyOf": [
            {
              "type": "string",
              "pattern": "^\\$\\{([a-z][a-z0-9]*(?:_[a-z0-9]+)*)\\}$"
            },
            {
              "type": "object"
            }
          ]
        },
        "parameters": {
          "type": "object",
          "maxProperties": 50,
          "additionalProperties": {
            "$ref": "#/$defs/parameter"
          }
        },
        "description": {
          "type": "string",
          "minLength": 1,
          "maxLength": 2000
        }
      },
      "required": [
        "ros_name",
        "type"
      ],
      "additionalProperties": false
    },
    "publisher": {
      "type": "object",
      "properties": {
        "topic": {
          "type": "string",
          "minLength": 1,
          "maxLength": 255,
          "pattern": "^\\/[A-Za-z_][A-Za-z0-9_]*(?:\\/[A-Za-z_][A-Za-z0-9_]*)*$"
        },
        "type": {
          "type": "string",
          "minLength": 1,
          "maxLength": 255,
          "pattern": "^[a-z][a-z0-9_]*\\/(?:msg)\\/[A-Za-z][A-Za-z0-9]*$"
        },
        "message": {
          "anyOf": [
            {
              "type": "string",
              "pattern": "^\\$\\{([a-z][a-z0-9]*(?:_[a-z0-9]+)*)\\}$"
            },
            {
              "type": "object"
            }
          ]
        },
        "parameters": {
          "type": "object",
          "maxProperties": 50,
          "additionalProperties": {
            "$ref": "#/$defs/parameter"
          }
        },
        "failsafe": {
          "type": "object",
          "properties": {
            "timeout_ms": {
              "type": "integer",
              "minimum": 1,
              "maximum": 60000
            },
            "message": {
              "anyOf": [
                {
                  "type": "string",
                  "pattern": "^\\$\\{([a-z][a-z0-9]*(?:_[a-z0-9]+)*)\\}$"
                },
                {
                  "type": "object"
                }
              ]
            }
          },
          "required": [
            "timeout_ms",
            "message"
          ],
          "additionalProperties": false
        },
        "quiet_timeout_ms": {
          "type": "integer",
          "minimum": 0,
          "maximum": 600000
        },
        "description": {
          "type": "string",
          "minLength": 1,
          "maxLength": 2000
        }
      },
      "required": [
        "topic",
        "type",
        "message",
        "failsafe",
        "quiet_timeout_ms"
      ],
      "additionalProperties": false
    },
    "camera-source": {
      "anyOf": [
        {
          "type": "object",
          "properties": {
            "kind": {
              "type": "string",
              "enum": [
                "ros"
              ]
            },
            "topic": {
              "type": "string",
              "minLength": 1,
              "maxLength": 255,
              "pattern": "^\\/[A-Za-z_][A-Za-z0-9_]*(?:\\/[A-Za-z_][A-Za-z0-9_]*)*$"
            },
            "type": {
              "type": "string",
              "minLength": 1,
              "maxLength": 255,
              "pattern": "^[a-z][a-z0-9_]*\\/(?:msg)\\/[A-Za-z][A-Za-z0-9]*$"
            }
          },
          "required": [
            "kind",
            "topic",
            "type"
          ],
          "additionalProperties": false
        },
        {
          "type": "object",
          "properties": {
            "kind": {
              "type": "string",
              "enum": [
                "rtsp"
              ]
            },
            "url": {
              "type": "string",
              "minLength": 1,
              "maxLength": 2048,
              "pattern": "^[Rr][Tt][Ss][Pp][Ss]?:\\/\\/[^\\s/?#]\\S*$"
            },
            "transport": {
              "type": "string",
              "enum": [
                "tcp",
                "udp"
              ]
            },
            "credentials": {
              "type": "object",
              "properties": {
                "username": {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 128
                },
                "password": {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 128
                }
              },
              "required": [
                "username",
                "password"
              ],
              "additionalProperties": false
            }
          },
          "required": [
            "kind",
            "url"
          ],
          "additionalProperties": false
        },
        {
          "type": "object",
          "properties": {
            "kind": {
              "type": "string",
              "enum": [
                "mjpeg"
              ]
            },
            "url": {
              "type": "string",
              "minLength": 1,
              "maxLength": 2048,
              "pattern": "^[Hh][Tt][Tt][Pp][Ss]?:\\/\\/[^\\s/?#]\\S*$"
            },
            "credentials": {
              "type": "object",
              "properties": {
                "username": {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 128
                },
                "password": {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 128
                }
              },
              "required": [
                "username",
                "password"
              ],
              "additionalProperties": false
            }
          },
          "required": [
            "kind",
            "url"
          ],
          "additionalProperties": false
        },
        {
          "type": "object",
          "properties": {
            "kind": {
              "type": "string",
              "enum": [
                "v4l2"
              ]
            },
            "device": {
              "type": "string",
              "minLength": 1,
              "maxLength": 128,
              "pattern": "^\\/dev\\/(?!.*\\/\\.\\.(?:\\/|$))[A-Za-z0-9](?:[A-Za-z0-9._/-]*[A-Za-z0-9._-])?$"
            }
          },
          "required": [
            "kind",
            "device"
          ],
          "additionalProperties": false
        }
      ]
    },
    "camera": {
      "type": "object",
      "properties": {
        "source": {
          "$ref": "#/$defs/camera-source"
        },
        "width": {
          "type": "integer",
          "minimum": 1,
          "maximum": 7680
        },
        "height": {
          "type": "integer",
          "minimum": 1,
          "maximum": 4320
        },
        "fps": {
          "type": "integer",
          "minimum": 1,
          "maximum": 60
        },
        "bitrate_kbps": {
          "type": "integer",
          "minimum": 1,
          "maximum": 50000
        },
        "snapshot_interval_seconds": {
          "type": "integer",
          "minimum": 1,
          "maximum": 3600
        },
        "description": {
          "type": "string",
          "minLength": 1,
          "maxLength": 2000
        }
      },
      "required": [
        "source",
        "width",
        "height",
        "fps",
        "bitrate_kbps",
        "snapshot_interval_seconds"
      ],
      "additionalProperties": false
    },
    "low-bandwidth": {
      "type": "object",
      "properties": {
        "mode": {
          "type": "string",
          "enum": [
            "auto",
            "on",
            "off"
          ]
        },
        "enter_lag_ms": {
          "type": "integer",
          "minimum": 100,
          "maximum": 9007199254740991
        },
        "enter_after_s": {
          "type": "integer",
          "minimum": 1,
          "maximum": 9007199254740991
        },
        "exit_lag_ms": {
          "type": "integer",
          "minimum": 0,
          "maximum": 9007199254740991
        },
        "exit_after_s": {
          "type": "integer",
          "minimum": 1,
          "maximum": 9007199254740991
        },
        "datapoint_max_hz": {
          "type": "number",
          "exclusiveMinimum": 0,
          "maximum": 20
        },
        "camera": {
          "type": "string",
          "enum": [
            "reduce",
            "stop"
          ]
        },
        "camera_bitrate_kbps": {
          "type": "integer",
          "minimum": 50,
          "maximum": 20000
        }
      },
      "additionalProperties": false
    },
    "recorder": {
      "type": "object",
      "properties": {
        "topics": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "topic": {
                "type": "string",
                "minLength": 1,
                "maxLength": 255,
                "pattern": "^\\/[A-Za-z_][A-Za-z0-9_]*(?:\\/[A-Za-z_][A-Za-z0-9_]*)*$"
              },
              "type": {
                "type": "string",
                "minLength": 1,
                "maxLength": 255,
                "pattern": "^[a-z][a-z0-9_]*\\/(?:msg)\\/[A-Za-z][A-Za-z0-9]*$"
              }
            },
            "required": [
              "topic",
              "type"
            ],
            "additionalProperties": false
          },
          "minItems": 1,
          "maxItems": 50
        },
        "before_seconds": {
          "type": "integer",
          "minimum": 1,
          "maximum": 600
        },
        "after_seconds": {
          "type": "integer",
          "minimum": 0,
          "maximum": 120
        },
        "max_bytes": {
          "type": "integer",
          "minimum": 1000000,
          "maximum": 500000000
        },
        "cut_on": {
          "type": "array",
          "items": {
            "type": "string",
            "enum": [
              "alert",
              "job"
            ]
          },
          "maxItems": 2
        }
      },
      "required": [
        "topics"
      ],
      "additionalProperties": false
    },
    "robot-config-document": {
      "type": "object",
      "properties": {
        "platform": {
          "type": "number",
          "enum": [
            1
          ]
        },
        "messages": {
          "type": "object",
          "maxProperties": 200,
          "additionalProperties": {
            "type": "object"
          }
        },
        "datapoints": {
          "type": "object",
          "maxProperties": 200,
          "additionalProperties": {
            "$ref": "#/$defs/datapoint"
          }
        },
        "actions": {
          "type": "object",
          "maxProperties": 200,
          "additionalProperties": {
            "$ref": "#/$defs/action"
          }
        },
        "services": {
          "type": "object",
          "maxProperties": 200,
          "additionalProperties": {
            "$ref": "#/$defs/service"
          }
        },
        "publishers": {
          "type": "object",
          "maxProperties": 200,
          "additionalProperties": {
            "$ref": "#/$defs/publisher"
          }
        },
        "cameras": {
          "type": "object",
          "maxProperties": 50,
          "additionalProperties": {
            "$ref": "#/$defs/camera"
          }
        },
        "low_bandwidth": {
          "$ref": "#/$defs/low-bandwidth"
        },
        "recorder": {
          "$ref": "#/$defs/recorder"
        }
      },
      "required": [
        "platform"
      ],
      "additionalProperties": false
    }
  }
}
