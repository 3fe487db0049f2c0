//! The published schema, as far as it goes: the keywords of JSON Schema 2020-12 that it
//! uses. One that is not known here is a failure, so that nothing in it is passed over.
//! The crate `jsonschema` brings forty crates for a dozen keywords.

use serde_json::{Map, Value};

const TEXT: &str = include_str!("../../../../docs/results.schema.json");

/// The one pattern that it has: no control characters.
const PRINTABLE: &str = "^[^\\u0000-\\u001f\\u007f-\\u009f]+$";

/// The schema of result files.
pub(crate) struct Schema(Value);

impl Schema {
    pub(crate) fn published() -> Schema {
        Schema(serde_json::from_str(TEXT).expect("the schema is JSON"))
    }

    /// Fails where a text is not what the schema describes.
    #[track_caller]
    pub(crate) fn accepts(&self, text: &str) {
        if let Err(why) = self.refuses(text) {
            panic!("{why}");
        }
    }

    /// Why a text is not what the schema describes.
    pub(crate) fn refuses(&self, text: &str) -> Result<(), String> {
        let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        self.check(&self.0, &value, "$")
    }

    fn check(&self, schema: &Value, value: &Value, place: &str) -> Result<(), String> {
        let keywords = schema.as_object().expect("a schema is an object");
        for (keyword, asked) in keywords {
            self.keyword(keywords, keyword, asked, value, place)?;
        }
        Ok(())
    }

    fn keyword(
        &self,
        schema: &Map<String, Value>,
        keyword: &str,
        asked: &Value,
        value: &Value,
        place: &str,
    ) -> Result<(), String> {
        let fails = || Err(format!("{place}: {value} does not meet {keyword} {asked}"));
        let is_fine = match keyword {
            "$schema" | "$defs" | "title" | "description" => true,
            "$ref" => {
                let path = asked.as_str().and_then(|path| path.strip_prefix('#')).expect("a path");
                let target = self.0.pointer(path).unwrap_or_else(|| panic!("no {path}"));
                return self.check(target, value, place);
            }
            "const" => value == asked,
            "enum" => asked.as_array().expect("a list").contains(value),
            "type" => match asked {
                Value::Array(any) => any.iter().any(|name| is_a(value, name)),
                name => is_a(value, name),
            },
            "required" => value.as_object().is_none_or(|object| {
                let names = asked.as_array().expect("a list").iter();
                names.into_iter().all(|name| object.contains_key(name.as_str().expect("a name")))
            }),
            "properties" => {
                for (name, schema) in asked.as_object().expect("schemas") {
                    if let Some(value) = value.get(name) {
                        self.check(schema, value, &format!("{place}.{name}"))?;
                    }
                }
                true
            }
            "additionalProperties" => {
                let known = schema.get("properties").and_then(Value::as_object);
                let others = value.as_object().into_iter().flatten().filter(|(name, _)| {
                    known.is_none_or(|known| !known.contains_key(name.as_str()))
                });
                for (name, value) in others {
                    match asked {
                        Value::Bool(false) => return Err(format!("{place} has a {name}")),
                        schema => self.check(schema, value, &format!("{place}.{name}"))?,
                    }
                }
                true
            }
            "items" => {
                for (index, value) in value.as_array().into_iter().flatten().enumerate() {
                    self.check(asked, value, &format!("{place}[{index}]"))?;
                }
                true
            }
            "minItems" => value.as_array().is_none_or(|items| items.len() as u64 >= number(asked)),
            "maxItems" => value.as_array().is_none_or(|items| items.len() as u64 <= number(asked)),
            "minLength" => {
                value.as_str().is_none_or(|text| text.chars().count() as u64 >= number(asked))
            }
            "minimum" => value.as_f64().is_none_or(|value| value >= asked.as_f64().expect("one")),
            "maximum" => value.as_f64().is_none_or(|value| value <= asked.as_f64().expect("one")),
            "pattern" => {
                assert_eq!(asked, PRINTABLE, "the only pattern that is known here");
                value
                    .as_str()
                    .is_none_or(|text| !text.is_empty() && !text.contains(char::is_control))
            }
            "allOf" => {
                for schema in asked.as_array().expect("schemas") {
                    self.check(schema, value, place)?;
                }
                true
            }
            "oneOf" => {
                let schemas = asked.as_array().expect("schemas");
                let met = schemas.iter().filter(|schema| self.check(schema, value, place).is_ok());
                met.count() == 1
            }
            unknown => panic!("{place}: the keyword {unknown} is not known here"),
        };
        if is_fine { Ok(()) } else { fails() }
    }
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a whole number")
}

fn is_a(value: &Value, name: &Value) -> bool {
    match name.as_str().expect("a name") {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "number" => value.is_number(),
        "integer" => value.is_u64() || value.is_i64(),
        other => panic!("there is no type {other}"),
    }
}

#[test]
fn what_the_reader_refuses_by_its_form_the_schema_refuses_too() {
    let schema = Schema::published();
    let good = warpbench_compare::write(&super::support::plausible("one", "node1", 1));
    let good = good.expect("it makes sense");
    schema.accepts(&good);
    for (from, to) in [
        ("\"version\": 1", "\"version\": 2"),
        ("\"format\": \"warpbench-results\"", "\"format\": \"other\""),
        ("\"machine\":", "\"machinery\":"),
        ("\"cores\": 16", "\"cores\": -16"),
        ("\"cores\": 16", "\"cores\": \"many\""),
        ("\"kind\": \"discrete\"", "\"kind\": \"fast\""),
        ("\"quick\": false", "\"quick\": false, \"slow\": true"),
        ("\"name\": \"NVIDIA H200\"", "\"name\": \"\\u001b[2J\""),
        ("\"name\": \"NVIDIA H200\"", "\"name\": \"\""),
        ("\"measured\": {", "\"guessed\": {"),
        ("\"max_error\": 1e-6", "\"max_error\": null"),
        ("\"tolerance\": 0.0001", "\"tolerance\": -1"),
        ("\"role\": \"suite\"", "\"role\": \"best\""),
        ("\"id\": \"one\"", "\"id\": 1"),
    ] {
        let broken = good.replacen(from, to, 1);
        assert_ne!(broken, good, "{from}");
        assert!(schema.refuses(&broken).is_err(), "the schema accepts {to}");
        assert!(warpbench_compare::read(&broken).is_err(), "the reader accepts {to}");
    }
}
