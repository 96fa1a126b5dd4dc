//! What can be wrong with compute buffers of Horde3D.

use formwork_schema::rules;

rules! {
    /// Two bindings have one number.
    REPEATED_NUMBER = "H0701-repeated-number", Error, [HORDE3D_FAMILY Misreads];
        why "The engine keeps bindings by number, so the last one counts and another attribute is undefined.";
        source "egComputeBuffer.cpp: ComputeBufferResource::load";
        example "two `Bindings` with `attribNumber=\"1\"`";
        remedy "number the bindings from 1 without gaps";
    /// The offsets do not give the stride that the engine computes.
    STRIDE = "H0702-stride", Error, [HORDE3D_FAMILY Misreads];
        why "The stride is the sum of all offsets and the size of the last attribute, while each offset counts from \
             the start of the vertex. With three or more bindings vertices are read from wrong places.";
        source "egComputeBuffer.cpp: ComputeBufferResource::load";
        example "three bindings with the offsets 0, 12 and 24";
        remedy "use at most two bindings";
    /// A number of the data is not a plain number.
    ODD_NUMBER = "H0703-odd-number", Warning, [HORDE3D_FAMILY Misreads];
        why "The engine reads as many characters as make a number, and 0 where none do.";
        source "egComputeBuffer.cpp: ComputeBufferResource::load";
        example "1.5f;";
        remedy "write a plain number";
    /// The data has fewer numbers than the buffer holds.
    BUFFER_NOT_FILLED = "H0704-buffer-not-filled", Warning, [HORDE3D_FAMILY Misreads];
        why "The rest of the buffer is not set to anything.";
        source "egComputeBuffer.cpp: ComputeBufferResource::load";
        example "<ComputeBuffer dataSize=\"8\"><Data>1;</Data></ComputeBuffer>";
        remedy "give all numbers";
    /// The last number has no `;` after it.
    NUMBER_WITHOUT_END = "H0705-number-without-end", Warning, [HORDE3D_FAMILY Ignores];
        why "Each number is ended by `;`. Text after the last one is not read.";
        source "egComputeBuffer.cpp: ComputeBufferResource::load";
        example "<Data>1; 2</Data>";
        remedy "write `;` after every number";
    /// Compute buffers need compute shaders.
    NEEDS_COMPUTE = "H0706-needs-compute", Note, [HORDE3D_FAMILY Refuses];
        why "The loader fails at once on devices without compute shaders, which are all of OpenGL2 and OpenGLES3.";
        source "egComputeBuffer.cpp: ComputeBufferResource::load";
        example "any compute buffer";
        remedy "use it with OpenGL4 only";
    /// A binding lies outside of the buffer.
    BINDING_OUTSIDE = "H0707-binding-outside", Error, [HORDE3D_FAMILY Misreads];
        why "The engine hands offset and size to the graphics library as they are, which reads other memory or draws nothing.";
        source "egComputeBuffer.cpp: ComputeBufferResource::load";
        example "<Bindings offset=\"-4\" …/>";
        remedy "correct `offset` and `size`";
}
