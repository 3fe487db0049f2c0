//! Values that are part of the program, sent by their names. For `#[serde(with = "…")]`.

/// A built-in model of a device, by its slug.
pub mod model {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use warpbench_machine::model::{DeviceModel, builtin};

    pub fn serialize<S: Serializer>(model: &DeviceModel, serializer: S) -> Result<S::Ok, S::Error> {
        model.slug.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<&'static DeviceModel, D::Error> {
        let slug = String::deserialize(deserializer)?;
        let found = builtin().iter().find(|model| model.slug == slug);
        found.ok_or_else(|| D::Error::custom(format!("there is no model `{slug}`")))
    }
}

/// A lab that comes with the program, by its folder. The same name gives the same lab
/// again, so that who keeps something for a lab knows it.
pub mod lab {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::collections::BTreeMap;
    use std::sync::{Arc, Mutex, PoisonError};
    use warpbench_common::labs::Shelf;
    use warpbench_lab::lab::Lab;

    /// The labs that were asked for.
    static READ: Mutex<BTreeMap<String, Arc<Lab>>> = Mutex::new(BTreeMap::new());

    pub fn serialize<S: Serializer>(lab: &Lab, serializer: S) -> Result<S::Ok, S::Error> {
        lab.id.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<Lab>, D::Error> {
        let id = String::deserialize(deserializer)?;
        let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(lab) = read.get(&id) {
            return Ok(Arc::clone(lab));
        }
        let lab = Shelf::built_in(&id).map_err(|error| D::Error::custom(format!("{error:#}")))?;
        let lab = Arc::new(lab);
        read.insert(id, Arc::clone(&lab));
        Ok(lab)
    }
}

/// Sizes by the names of rungs.
pub mod sizes {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::collections::BTreeMap;
    use warpbench_texts::lessons::RungId;

    type Sizes = BTreeMap<&'static str, Vec<u64>>;

    pub fn serialize<S: Serializer>(sizes: &Sizes, serializer: S) -> Result<S::Ok, S::Error> {
        sizes.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Sizes, D::Error> {
        let read: BTreeMap<String, Vec<u64>> = Deserialize::deserialize(deserializer)?;
        let known = |(name, size): (String, Vec<u64>)| {
            let found = RungId::of_name(&name).map(|id| (id.rung().name.as_str(), size));
            found.ok_or_else(|| D::Error::custom(format!("there is no rung `{name}`")))
        };
        read.into_iter().map(known).collect()
    }
}

/// A kernel of the catalogue.
pub mod variant {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use warpbench_catalog::Variant;

    pub fn serialize<S: Serializer>(variant: &Variant, serializer: S) -> Result<S::Ok, S::Error> {
        variant.name.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<&'static Variant, D::Error> {
        let name = String::deserialize(deserializer)?;
        warpbench_catalog::find(&name).map(|(_, variant)| variant).map_err(D::Error::custom)
    }
}

/// The name of a kernel of the catalogue.
pub fn variant_name<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<&'static str, D::Error> {
    variant::deserialize(deserializer).map(|variant| variant.name)
}

/// A family of the catalogue.
pub mod family {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use warpbench_catalog::Family;

    pub fn serialize<S: Serializer>(family: &Family, serializer: S) -> Result<S::Ok, S::Error> {
        family.name.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<&'static Family, D::Error> {
        let name = String::deserialize(deserializer)?;
        let found = warpbench_catalog::FAMILIES.iter().find(|family| family.name == name);
        found.copied().ok_or_else(|| D::Error::custom(format!("there is no family `{name}`")))
    }
}
