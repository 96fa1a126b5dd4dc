//! Which values of members say nothing and are not written.

pub(super) const fn is_none<T>(value: &Option<T>) -> bool {
    value.is_none()
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
pub(super) fn is_false(value: &bool) -> bool {
    !value
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
pub(super) fn is_zero(value: &u64) -> bool {
    *value == 0
}
