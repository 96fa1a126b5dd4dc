//! A format of no engine, in both byte orders.

/// The format in one byte order.
macro_rules! mesh {
    ($order:ident) => {
        pub mod $order {
            use binrw::binrw;
            use formwork_formats::urho3d::model::{
                AttributeValue, Bytes4, DeclaredVertex, Element, ElementType, Semantic,
            };
            use formwork_schema::{
                CString, Each, Packed, Record, Schema, Vec3, Zip, count, each, enums, flags,
                item, versions,
            };
            use serde::{Deserialize, Serialize};

            versions! {
                /// Magic and version of a mesh.
                pub struct Version {
                    /// Two bytes with a number follow.
                    b"MESH" followed by u16 1..=300;
                    /// One byte with a number follows.
                    b"MES1" followed by u8 1..=2;
                    /// Four bytes with a number follow.
                    b"MES4" followed by 1..=70000;
                }
            }

            flags! {
                /// What vertices have.
                pub struct Parts: u32 {
                    /// A normal.
                    NORMAL = 1;
                    /// A weight.
                    WEIGHT = 0x1_0000;
                }
            }

            enums! {
                /// How vertices are joined.
                pub struct Kind: u16 {
                    /// Not at all.
                    POINTS = 1;
                    /// Two by two.
                    LINES = 0x200;
                }
            }

            /// A mesh of no engine.
            #[derive(Schema)]
            #[schema(format = "test.mesh", extension = "mesh")]
            #[binrw]
            #[brw($order)]
            #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
            pub struct Mesh {
                /// Magic and version.
                pub version: Version,
                /// How vertices are joined.
                pub kind: Kind,
                /// What they have.
                pub parts: Parts,
                #[br(temp)]
                #[bw(try_calc(count(vertices)))]
                vertex_count: u16,
                /// The vertices.
                #[br(count = vertex_count, args { inner: (parts,) })]
                #[schema(item = "vertex")]
                pub vertices: Packed<Vertex>,
                #[br(temp)]
                #[bw(try_calc(count(indices)))]
                index_count: u16,
                /// Vertices two by two, in the order of this struct.
                #[br(count = index_count)]
                #[schema(item = "index")]
                pub indices: Packed<u16>,
                /// A number for each of them, in an order of its own.
                #[br(count = index_count)]
                #[brw(little)]
                pub ids: Packed<u32>,
                #[br(temp)]
                #[bw(try_calc(count(bones)))]
                bone_count: u8,
                /// The bones.
                #[br(count = bone_count)]
                pub bones: Vec<Bone>,
                #[br(temp)]
                #[bw(try_calc(count(elements)))]
                element_count: u8,
                /// What more vertices have.
                #[br(count = element_count)]
                pub elements: Vec<Element>,
                /// One more vertex, each value as an element says.
                #[br(args(each(&elements, |element| element.r#type)))]
                pub more: Row,
                /// All vertices of that kind.
                #[br(count = vertex_count, args { inner: (each(&elements, |element| element.r#type),) })]
                #[schema(item = "vertex")]
                pub declared: Packed<DeclaredVertex>,
            }

            /// One bone.
            #[derive(Schema)]
            #[binrw]
            #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
            pub struct Bone {
                /// Its name.
                pub name: CString,
                /// Its parent, or -1.
                pub parent: i16,
                /// Where it is.
                pub place: Vec3,
            }

            /// Values, each as an element says.
            #[derive(Schema)]
            #[binrw]
            #[br(import(types: Each<ElementType>))]
            #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
            pub struct Row {
                /// The values.
                #[br(count = types.len(), args { inner: (item(&types),) })]
                pub values: Zip<ElementType, AttributeValue>,
            }

            /// One vertex.
            #[derive(Schema, Record)]
            #[binrw]
            #[br(import(parts: Parts))]
            #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
            pub struct Vertex {
                /// Where it is.
                pub place: Vec3,
                /// The normal.
                #[br(if(parts.contains(Parts::NORMAL)))]
                pub normal: Option<Vec3>,
                /// Its bounds.
                pub bounds: Bounds,
                /// The kind of it.
                pub kind: Kind,
                /// Bits of it.
                pub bits: Parts,
                /// A number in an order of its own.
                #[brw(little)]
                pub stamp: u32,
                /// A struct in an order of its own.
                #[brw(big)]
                pub stored: Stored,
                /// How much it counts.
                #[br(if(parts.contains(Parts::WEIGHT)))]
                pub weight: Option<f64>,
            }

            /// Two ends.
            #[derive(Schema, Record)]
            #[binrw]
            #[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
            pub struct Bounds {
                /// The lower one.
                pub low: i16,
                /// The upper one.
                pub high: i64,
            }

            /// What says its own order, whoever uses it.
            #[derive(Schema, Record)]
            #[binrw]
            #[brw(little)]
            #[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
            pub struct Stored {
                /// A number, as the struct says.
                pub own: u16,
                /// A number, as the field says.
                #[brw(big)]
                pub other: u16,
            }

            /// What a mesh is made of.
            #[derive(Debug, Clone)]
            pub struct Seed {
                pub magic: &'static [u8],
                pub number: u32,
                pub parts: u32,
                pub numbers: Vec<[u32; 8]>,
            }

            fn vertex(parts: Parts, [x, y, low, high, kind, flags, stamp, own]: [u32; 8]) -> Vertex {
                let place = Vec3 {
                    x: f32::from_bits(x),
                    y: f32::from_bits(y),
                    z: -0.0,
                };
                Vertex {
                    place,
                    normal: parts.contains(Parts::NORMAL).then_some(place),
                    bounds: Bounds {
                        low: low as i16,
                        high: i64::from(high) << 20,
                    },
                    kind: Kind(kind as u16),
                    bits: Parts::from_bits_retain(flags),
                    stamp,
                    stored: Stored {
                        own: own as u16,
                        other: (own >> 16) as u16,
                    },
                    weight: parts.contains(Parts::WEIGHT).then_some(f64::from(own)),
                }
            }

            fn values([x, y, low, high, ..]: [u32; 8]) -> Zip<ElementType, AttributeValue> {
                let [x, y] = [x, y].map(f32::from_bits);
                let bytes = low.to_le_bytes();
                let color = Bytes4 { x: bytes[0], y: bytes[1], z: bytes[2], w: bytes[3] };
                let values = [
                    AttributeValue::Vector3(Vec3 { x, y, z: 1.0 }),
                    AttributeValue::Int(high as i32),
                    AttributeValue::Ubyte4(color),
                ];
                values.into_iter().collect()
            }

            impl Seed {
                pub fn mesh(&self) -> formwork_schema::Result<Mesh> {
                    let parts = Parts::from_bits_retain(self.parts);
                    let types = [ElementType::VECTOR3, ElementType::INT, ElementType::UBYTE4];
                    let numbers = || self.numbers.iter().copied();
                    let declared = numbers().map(|numbers| DeclaredVertex { attributes: values(numbers) });
                    Ok(Mesh {
                        version: Version::new(self.magic, self.number).expect("a known version"),
                        kind: Kind::LINES,
                        parts,
                        vertices: Packed::from_records(
                            (parts,),
                            numbers().map(|numbers| vertex(parts, numbers)),
                        )?,
                        indices: Packed::from_records((), numbers().map(|numbers| numbers[0] as u16))?,
                        ids: Packed::from_records((), numbers().map(|numbers| numbers[1]))?,
                        bones: numbers()
                            .map(|numbers| Bone {
                                name: "Hip".into(),
                                parent: numbers[2] as i16,
                                place: vertex(parts, numbers).place,
                            })
                            .collect(),
                        elements: types
                            .map(|r#type| Element {
                                r#type,
                                semantic: Semantic::POSITION,
                                index: 0,
                                unknown_0x03: 0,
                            })
                            .into(),
                        more: Row { values: values([7; 8]) },
                        declared: Packed::from_records((types.into_iter().collect(),), declared)?,
                    })
                }
            }
        }
    };
}

mesh!(big);
mesh!(little);
