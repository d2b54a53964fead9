//! The weights as the bytes that the reader takes.

use recipe::model::{BUCKET, HEADER, MAGIC, SLOT, bucket, fingerprint};

use crate::field::{COUNT, Field};

/// Packs the weights of all living observations; where a bucket is full, the lightest gives way.
pub(crate) fn pack(field: &Field, hashes: &[u64], buckets: usize) -> Vec<u8> {
    let heaviest = field.weights.iter().flatten().fold(0.0_f32, |most, weight| most.max(weight.abs()));
    let scale = 127.0 / heaviest.max(1e-6);
    let mut bytes = Vec::with_capacity(HEADER + buckets * BUCKET * SLOT);
    bytes.extend(MAGIC);
    bytes.extend((buckets as u32).to_le_bytes());
    for row in std::iter::once(field.start).chain(field.joined_moves()) {
        for weight in row {
            bytes.extend(((weight * scale).round() as i16).to_le_bytes());
        }
    }
    let weight =
        |number: usize| field.weights[number].iter().fold(0.0_f32, |most, weight| most.max(weight.abs()));
    let mut order: Vec<usize> = (0..hashes.len()).filter(|number| field.alive[*number]).collect();
    order.sort_by(|a, b| weight(*b).total_cmp(&weight(*a)).then(a.cmp(b)));
    let mut table: Vec<Vec<[u8; SLOT]>> = vec![Vec::new(); buckets];
    for number in order {
        let slots = &mut table[bucket(hashes[number], buckets)];
        let mut slot = [0; SLOT];
        slot[..2].copy_from_slice(&fingerprint(hashes[number]).to_le_bytes());
        for label in 0..COUNT {
            slot[2 + label] = ((field.weights[number][label] * scale).round() as i8).cast_unsigned();
        }
        if slots.len() < BUCKET
            && slots.iter().all(|taken| taken[..2] != slot[..2])
            && slot[2..] != [0; COUNT]
        {
            slots.push(slot);
        }
    }
    for mut slots in table {
        slots.resize(BUCKET, [0; SLOT]);
        bytes.extend(slots.iter().flatten());
    }
    bytes
}
